import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, moduleTool, project } from "../support/project.ts";
import { run, shell } from "../support/run.ts";

const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

describe("b1: a tool killed by a signal", () => {
  test.each(["TERM", "KILL", "SEGV"])("SIG%s is a runtime error that names it, never 0", async (signal) => {
    const { wrapper } = project({ "lib/kill-self.sh": bashTool("kill", "self", `kill -${signal} $$; sleep 1`) });
    const ran = await run(wrapper, ["kill", "self", "--json"]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout).error).toMatchObject({
      layer: "runtime",
      exit_code: 2,
      message: expect.stringContaining(`SIG${signal}`),
    });
  });
});

describe("b2: a result longer than a pipe", () => {
  const size = 3_000_000;
  const tools = {
    "lib/long-shell.sh": bashTool("long", "shell", `head -c ${size} /dev/zero | tr '\\0' x`),
    "lib/long-module.ts": moduleTool("long", "module", `export const run = () => "x".repeat(${size});`),
  };
  test.each(["shell", "module"])("arrives whole through a slow reader: %s", async (verb) => {
    const { root, wrapper } = project(tools);
    const slow =
      'node -e \'let n=0;process.stdin.on("data",(c)=>{n+=c.length;process.stdin.pause();setTimeout(()=>process.stdin.resume(),2)}).on("end",()=>console.log(n))\'';
    const piped = await shell(`set -o pipefail; ${quoted(wrapper)} long ${verb} --json | ${slow}`);
    await shell(`${quoted(wrapper)} long ${verb} --json > ${quoted(join(root, "out"))}`);
    const file = readFileSync(join(root, "out"));
    expect(piped.code).toBe(0);
    // The two differ in duration_ms at most.
    expect(Math.abs(Number(piped.stdout) - file.length)).toBeLessThan(6);
    expect(JSON.parse(file.toString()).data.length).toBe(size);
    const text = await shell(`${quoted(wrapper)} long ${verb} | wc -c`);
    expect(Math.abs(Number(text.stdout) - size)).toBeLessThan(2);
  });
});

describe("b4: noise before the JSON", () => {
  const noise =
    "console.log('banner'); process.emitWarning('old'); process.stdout.write('more');\nimport { execSync } from 'node:child_process';\nexport const run = () => { console.log('inside'); execSync('echo child', { stdio: 'inherit' }); require_('x'); return { fine: true }; };\nconst require_ = (text: string) => console.info(text);";
  test.each([[], ["--timeout", "20"]])("stdout is one document, the noise is on stderr %s", async (...limit) => {
    const { wrapper } = project({ "lib/make-noise.ts": moduleTool("make", "noise", noise, ["@output json"]) });
    const ran = await run(wrapper, ["make", "noise", "--json", ...limit]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true, data: { fine: true } });
    expect(ran.stdout.split("\n")).toHaveLength(2);
    for (const word of ["banner", "more", "inside", "child"]) expect(ran.stderr).toContain(word);
    const text = await run(wrapper, ["make", "noise", ...limit]);
    expect(text.stdout).toBe('{\n  "fine": true\n}\n');
  });

  test("a Bash tool that declared JSON and prints a banner before it is a runtime error, not a broken document", async () => {
    const { wrapper } = project({ "lib/make-noise.sh": bashTool("make", "noise", "echo banner; echo '{}'", ["output: json"]) });
    const ran = await run(wrapper, ["make", "noise", "--json"]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout).error).toMatchObject({ code: "output_not_json", exit_code: 2 });
  });
});

describe("b5: characters cut between writes", () => {
  test("one kanji in three writes, then 50,000 kana, are exact", async () => {
    const body = "printf '\\xe6'; sleep 0.1; printf '\\xbc'; sleep 0.1; printf '\\xa2'; head -c 50000 /dev/zero | sed 's/\\x0/か/g'";
    const { wrapper } = project({ "lib/say-kanji.sh": bashTool("say", "kanji", body, []) });
    const { data } = JSON.parse((await run(wrapper, ["say", "kanji", "--json"])).stdout);
    expect(data).toBe(`漢${"か".repeat(50_000)}`);
    expect((await run(wrapper, ["say", "kanji"])).stdout).toBe(data);
  });
});

describe("b6: a time limit", () => {
  test("ends the tool and everything it started", async () => {
    const mark = `987${process.pid}`;
    const { wrapper } = project({ "lib/sleep-on.sh": bashTool("sleep", "on", `sleep ${mark} & sleep ${mark} & wait`) });
    const ran = await run(wrapper, ["sleep", "on", "--timeout", "1", "--json"]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout).error).toMatchObject({ code: "timeout", layer: "runtime" });
    expect((await shell(`pgrep -f '^sleep ${mark}'`)).stdout).toBe("");
  });

  test("ends a module tool, also one that never yields", async () => {
    const { wrapper } = project({
      "lib/spin-on.ts": moduleTool("spin", "on", "export const run = () => { for (;;); };"),
      "lib/wait-on.ts": moduleTool("wait", "on", "export const run = () => new Promise((r) => setTimeout(r, 1e6));", ["@timeout 1"]),
    });
    for (const line of [
      ["spin", "on", "--timeout", "1"],
      ["wait", "on"],
    ]) {
      const ran = await run(wrapper, [...line, "--json"]);
      expect([line[0], ran.code, JSON.parse(ran.stdout).error.code]).toEqual([line[0], 2, "timeout"]);
    }
  });

  test("TERM to the subject ends it all the same, with its tool", async () => {
    const mark = `988${process.pid}`;
    const { wrapper } = project({
      "lib/sleep-on.sh": bashTool("sleep", "on", `sleep ${mark}`),
      "lib/spin-on.ts": moduleTool("spin", "on", "export const run = () => { for (;;); };"),
    });
    const sent = await shell(`${quoted(wrapper)} sleep on --json & sleep 0.7; kill -TERM $!; wait $!; echo "code $?"`);
    expect(sent.stdout).toContain('"code":"interrupted"');
    expect(sent.stdout).toContain("code 2");
    expect((await shell(`pgrep -f '^sleep ${mark}'`)).stdout).toBe("");
    const spun = await shell(`${quoted(wrapper)} spin on --json & sleep 0.7; kill -TERM $!; wait $!; echo "code $?"`);
    expect(spun.stdout).toContain('"code":"interrupted"');
    expect(spun.stdout).toContain("code 2");
  });
});

describe("b8: stdin", () => {
  const reader = (header: readonly string[]) =>
    bashTool("read", "line", 'if read -r line; then echo "got $line"; else echo end; fi', header);
  test("is at its end at once, though the caller's pipe never closes", async () => {
    const { wrapper } = project({ "lib/read-line.sh": reader([]) });
    expect(await run(wrapper, ["read", "line"], { stdin: "open" })).toMatchObject({ code: 0, stdout: "end\n" });
  });

  test("is at its end for a module tool, too, however it reads", async () => {
    const { wrapper } = project({
      "lib/read-sync.ts": moduleTool(
        "read",
        "sync",
        "import { readFileSync } from 'node:fs';\nexport const run = () => `[${readFileSync(0)}]`;",
      ),
      "lib/read-all.ts": moduleTool(
        "read",
        "all",
        "import { text } from 'node:stream/consumers';\nexport const run = async () => `[${await text(process.stdin)}]`;",
      ),
    });
    for (const verb of ["sync", "all"])
      expect(await run(wrapper, ["read", verb], { stdin: "open" })).toMatchObject({ code: 0, stdout: "[]\n" });
  });

  test("is the caller's where the header says so", async () => {
    const { wrapper } = project({
      "lib/read-line.sh": reader(["stdin: true"]),
      "lib/read-all.ts": moduleTool(
        "read",
        "all",
        "import { text } from 'node:stream/consumers';\nexport const run = () => text(process.stdin);",
        ["@stdin true"],
      ),
    });
    expect((await run(wrapper, ["read", "line"], { stdin: "hello\n" })).stdout).toBe("got hello\n");
    expect((await run(wrapper, ["read", "all"], { stdin: "hello" })).stdout).toBe("hello\n");
  });
});

describe("b9: a reader that stops", () => {
  test("leaves no trace, and the exit code is the call's own, 50 times", async () => {
    const { wrapper } = project({
      "lib/list-all.ts": moduleTool(
        "list",
        "all",
        'export const run = () => Array.from({ length: 5_000 }, (_, at) => `tool ${at} with a summary that fills the pipe`).join("\\n");',
      ),
      "lib/list-most.sh": bashTool("list", "most", "seq 1 200000"),
    });
    const once = `for verb in all most; do ${quoted(wrapper)} list $verb | head -1; echo "$? \${PIPESTATUS[0]}"; done`;
    const ran = await shell(`set -o pipefail; for i in $(seq 25); do ${once}; done`);
    expect(ran.stderr).toBe("");
    expect(ran.stdout).toBe("tool 0 with a summary that fills the pipe\n0 0\n1\n0 0\n".repeat(25));
  });
});

describe("the exit-code trust rule", () => {
  const cases: [string, string, number, string][] = [
    ["grep under set -e", "set -e; grep -q x /dev/null", 2, "exit_without_block"],
    ["a bare exit 3", "exit 3", 2, "exit_without_block"],
    ["a code above 3", "exit 77", 2, "exit_code_out_of_range"],
    [
      "a precondition block with yes",
      `printf 'Error: no\\n  [LAYER: precondition] [RECOVERABLE: yes]\\n  → Fix: true\\n' >&2; exit 1`,
      1,
      "tool_error",
    ],
    [
      "a platform block that left with 1",
      `printf 'Error: no [LAYER: platform] [RECOVERABLE: user-action-required] → Fix: ask\\n' >&2; exit 1`,
      3,
      "tool_error",
    ],
    ["a helper of TOOL_SUPPORT", '. "$TOOL_SUPPORT"; fail_precondition "no" --fix "true"', 1, "tool_error"],
  ];
  test.each(cases)("%s", async (_, body, code, name) => {
    const { wrapper } = project({ "lib/fail-now.sh": bashTool("fail", "now", body) });
    const ran = await run(wrapper, ["fail", "now", "--json"]);
    expect(ran.code).toBe(code);
    expect(JSON.parse(ran.stdout).error).toMatchObject({ code: name, exit_code: code });
    expect(ran.stderr.match(/\[LAYER:/g)).toHaveLength(1);
  });

  test("an uncaught exception of Python is a runtime error", async () => {
    const python =
      '#!/usr/bin/env python3\n"""TOOL_META\nnoun: fail\nverb: py\npreconditions: []\nidempotent: true\nside_effects: []\n"""\nraise SystemError("no")\n';
    const { wrapper } = project({ "lib/fail-py.py": python });
    expect(JSON.parse((await run(wrapper, ["fail", "py", "--json"])).stdout).error).toMatchObject({
      code: "exit_without_block",
      exit_code: 2,
    });
  });
});

describe("a module tool that misbehaves is a runtime error", () => {
  const cases: [string, string][] = [
    ["module_exit_called", "export const run = () => process.exit(0);"],
    ["module_threw", "export const run = () => { throw new TypeError('no'); };"],
    ["module_rejection", "export const run = () => { Promise.reject(new Error('no')); return new Promise((r) => setTimeout(r, 50)); };"],
    ["module_never_settled", "export const run = () => new Promise(() => {});"],
    ["result_not_json", "export const run = () => { const a: any = {}; a.a = a; return a; };"],
    ["module_no_run", "export const walk = () => 1;"],
    ["compile_failed", "export const run = ( => 1;"],
  ];
  test.each(cases)("%s", async (code, text) => {
    const { wrapper } = project({ "lib/mis-behave.ts": moduleTool("mis", "behave", text) });
    const ran = await run(wrapper, ["mis", "behave", "--json"]);
    const { error } = JSON.parse(ran.stdout);
    expect(error.code).toBe(code);
    expect(ran.code).toBe(error.exit_code);
    expect(error.exit_code).toBeGreaterThan(0);
  });

  test("a timer or a server left open does not keep the process", async () => {
    const { wrapper } = project({
      "lib/leave-open.ts": moduleTool(
        "leave",
        "open",
        "import { createServer } from 'node:http';\nexport const run = () => { setInterval(() => {}, 1000); createServer().listen(0); return 1; };",
      ),
    });
    expect(await run(wrapper, ["leave", "open"])).toMatchObject({ code: 0, stdout: "1\n" });
  });
});

describe("what a tool starts", () => {
  test("a tool that calls itself without end is told so", async () => {
    const { wrapper } = project({
      "lib/call-self.ts": moduleTool(
        "call",
        "self",
        "export const run = async (_: unknown, context: any) => { const outcome = await context.call({ noun: 'call', verb: 'self', args: {} }); if (outcome.ok) return outcome.data; throw Object.assign(new Error(outcome.error.message), {}); };",
      ),
    });
    const ran = await run(wrapper, ["call", "self", "--json"]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout).error.message).toContain("is called through 16 calls");
  });

  test("ends when the subject is killed so that it cannot pass it on", async () => {
    const mark = `989${process.pid}`;
    const { wrapper } = project({
      "lib/sleep-on.sh": bashTool("sleep", "on", `sleep ${mark}`),
      "lib/wait-on.ts": moduleTool("wait", "on", `export const run = () => new Promise((r) => setTimeout(r, 1e6)); // ${mark}`),
    });
    for (const noun of ["sleep", "wait"]) {
      await shell(`${quoted(wrapper)} ${noun} on --json >/dev/null 2>&1 & sleep 0.7; kill -KILL $!; sleep 3.5`);
      expect((await shell(`pgrep -f '${wrapper.split("/")[2]}.* ${noun} on|^sleep ${mark}'`)).stdout).toBe("");
    }
  });
});

describe("what a call may not come to", () => {
  test("a tool that loses a pipe of its own is no success (b1)", async () => {
    const { root, wrapper } = project({
      "lib/lose-pipe.sh": bashTool("lose", "pipe", "set -euo pipefail; v=$(yes | head -1); echo got $v"),
      "lib/kill-pipe.sh": bashTool("kill", "pipe", "kill -PIPE $$"),
    });
    for (const noun of ["lose", "kill"]) {
      expect((await run(wrapper, [noun, "pipe"])).code).toBe(2);
      expect((await shell(`${quoted(wrapper)} ${noun} pipe > ${quoted(join(root, "out"))}`)).code).toBe(2);
    }
  });

  test("a stopped tool that hangs in a system call does not keep the process, and there is one document", async () => {
    const { root, wrapper } = project({
      "lib/read-pipe.ts": moduleTool(
        "read",
        "pipe",
        "import { readFile } from 'node:fs/promises';\nexport const run = (_: unknown, { env }: any) => readFile(env.PROJECT_ROOT + '/pipe', 'utf8');",
      ),
    });
    await shell(`mkfifo ${quoted(join(root, "pipe"))}`);
    const ran = await shell(`timeout 20 ${quoted(wrapper)} read pipe --json --timeout 1`);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout).error.code).toBe("timeout");
  });

  test("numbers of a JSON tool arrive as it printed them", async () => {
    const { wrapper } = project({
      "lib/big-number.sh": bashTool("big", "number", `echo '{"id": 76561197994888976123, "x": 1e400}'`, ["output: json"]),
    });
    expect((await run(wrapper, ["big", "number", "--json"])).stdout).toContain('"data":{"id": 76561197994888976123, "x": 1e400},"next"');
  });

  test("JSON nested without end, a detail that is no JSON, and a full disk are told in the form", async () => {
    const { wrapper } = project({
      "lib/nest-deep.sh": bashTool("nest", "deep", "head -c 100000 /dev/zero | tr '\\0' '['; head -c 100000 /dev/zero | tr '\\0' ']'", [
        "output: json",
      ]),
      "lib/fail-odd.ts": moduleTool(
        "fail",
        "odd",
        "import { ToolError } from 'nichekit';\nexport const run = () => { throw new ToolError({ layer: 'runtime', recoverable: 'no', message: 'odd', detail: { a: 1n } }); };",
      ),
      "lib/say-it.sh": bashTool("say", "it", "echo it"),
    });
    for (const line of [
      ["nest", "deep"],
      ["fail", "odd"],
    ]) {
      const ran = await run(wrapper, [...line, "--json"]);
      expect([line, (ran.code ?? 9) <= 2, ran.stdout.slice(0, 5)]).toEqual([line, true, '{"ok"']);
      expect(ran.stderr).not.toMatch(/^\s+at /m);
    }
    const full = await shell(`${quoted(wrapper)} say it --json > /dev/full`);
    expect(full.code).toBe(3);
    expect(full.stderr).toMatch(/^Error: .*ENOSPC.*\n {2}\[LAYER: platform\]/);
  });

  test("a tool's error is made whole: a Fix, and only words of the contract", async () => {
    const { wrapper } = project({
      "lib/fail-bare.sh": bashTool("fail", "bare", '. "$TOOL_SUPPORT"; fail_precondition "no"'),
      "lib/fail-words.ts": moduleTool(
        "fail",
        "words",
        "import { ToolError } from 'nichekit';\nexport const run = () => { throw new ToolError({ layer: 'banana', recoverable: 'maybe', code: 'Not Snake', message: 'odd' } as any); };",
      ),
    });
    const bare = JSON.parse((await run(wrapper, ["fail", "bare", "--json"])).stdout);
    expect(bare.error.fix).toHaveLength(1);
    expect(bare.meta.warnings[0]).toContain("no Fix");
    expect(JSON.parse((await run(wrapper, ["fail", "words", "--json"])).stdout).error).toMatchObject({
      layer: "runtime",
      recoverable: "no",
      code: "tool_error",
      exit_code: 2,
    });
  });

  test("an input without end is refused", async () => {
    const { wrapper } = project({ "lib/take-it.sh": bashTool("take", "it", "true", ["options:", "  - {name: a, type: string}"]) });
    const ran = await run(wrapper, ["take", "it", "--input", "@/dev/zero", "--json"]);
    expect([ran.code, JSON.parse(ran.stdout).error.code]).toEqual([1, "input_unreadable"]);
  });
});
