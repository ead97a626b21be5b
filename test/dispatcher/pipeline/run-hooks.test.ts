import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { type HookInput, type HookVerdict, runHooks } from "../../../dispatcher/pipeline/run-hooks.ts";
import type { HookSettings } from "../../../registry/project/project.ts";
import { project, type TestProject } from "../../support/project.ts";

let home: TestProject;
beforeEach(() => {
  home = project();
});

const ALLOW = `printf '{"decision":"allow"}'`;

function script(name: string, body: string, mode = 0o755): string {
  return written(name, `#!/bin/bash\n${body}\n`, mode);
}

function written(name: string, text: string, mode = 0o755): string {
  home.write(`hooks/${name}`, text, mode);
  return `hooks/${name}`;
}

const about = (changes: Partial<HookInput> = {}): HookInput => ({
  id: "local__docs-fetch",
  kind: "tool",
  call: "c1",
  input: { url: "https://example.org" },
  words: null,
  dry_run: false,
  mode: "auto",
  channel: "cli",
  session: null,
  turn: null,
  cwd: home.root,
  project_root: home.root,
  ...changes,
});

function run(hooks: readonly HookSettings[], changes: Partial<HookInput> = {}, signal = new AbortController().signal) {
  return runHooks("before", hooks, about(changes), { root: home.root, env: { PATH: process.env.PATH ?? "" }, signal });
}

async function one(hook: HookSettings, changes: Partial<HookInput> = {}): Promise<HookVerdict> {
  const [verdict] = await run([hook], changes);
  return verdict as HookVerdict;
}

describe("a hook", () => {
  it("reads the whole call as JSON on stdin, in PROJECT_ROOT, with its arguments and the given environment alone", async () => {
    const told = join(home.root, "told.json");
    const body = `cat > "$1"; { pwd; printf '%s\\n' "$2"; env -u _ -u SHLVL -u PWD; } > "$1.around"; ${ALLOW}`;
    const input = { text: "é'\"$(x)\n日本", token: "sk-not-redacted", n: 1 };
    expect(await one({ command: [script("say", body), told, "a b; $HOME"] }, { input, words: null })).toEqual({
      command: ["hooks/say", told, "a b; $HOME"],
      decision: "allow",
      reason: "",
      duration_ms: expect.any(Number),
    });
    expect(JSON.parse(readFileSync(told, "utf8"))).toEqual({ hook: "before", ...about({ input }) });
    expect(readFileSync(`${told}.around`, "utf8").split("\n")).toEqual([home.root, "a b; $HOME", `PATH=${process.env.PATH}`, ""]);
  });

  it("is found on PATH by a bare name, and never taken from the project by one", async () => {
    home.write("answer", `#!/bin/bash\n${ALLOW}\n`, 0o755);
    expect(await one({ command: ["answer"] })).toMatchObject({ decision: "failed", reason: "answer is no program that may be run here" });
    expect((await one({ command: ["bash", "-c", ALLOW] })).decision).toBe("allow");
  });

  it("need not read what it is told, however long that is", async () => {
    const input = { text: "x".repeat(3_000_000) };
    expect((await one({ command: [script("deaf", ALLOW)] }, { input })).decision).toBe("allow");
    expect((await one({ command: [script("closed", `exec <&-; ${ALLOW}`)] }, { input })).decision).toBe("allow");
    const reads = script("reads", `[ "$(wc -c)" -gt 3000000 ] && ${ALLOW}`);
    expect((await one({ command: [reads] }, { input })).decision).toBe("allow");
  });

  it("may ask for a person, and say why", async () => {
    const hook = script("ask", `printf '{"decision":"ask","reason":"on a Friday"}'`);
    expect(await one({ command: [hook] })).toMatchObject({ decision: "ask", reason: "on a Friday" });
  });
});

describe("a hook has failed that", () => {
  const failing: readonly [string, () => HookSettings, string][] = [
    ["does not exist", () => ({ command: ["hooks/none"] }), "hooks/none is no program that may be run here"],
    ["may not be run", () => ({ command: [script("plain", ALLOW, 0o644)] }), "hooks/plain is no program that may be run here"],
    ["is a folder", () => ({ command: ["./bin"] }), "./bin is no program that may be run here"],
    ["has no interpreter", () => ({ command: [written("odd", "#!/no/such/interpreter\n")] }), "its interpreter is missing"],
    ["is an empty file", () => ({ command: [written("empty", "")] }), "it answered nothing"],
    ["has a NUL in an argument", () => ({ command: [script("nul", ALLOW), "a\0b"] }), "it cannot be started"],
    ["crashes", () => ({ command: [script("crash", `${ALLOW}; kill -SEGV $$`)] }), "it ended with SIGSEGV"],
    [
      "leaves with another code, whatever it answered",
      () => ({ command: [script("two", `${ALLOW}; echo 'no such policy' >&2; exit 1`)] }),
      "it ended with exit code 1: no such policy",
    ],
    ["answers nothing", () => ({ command: [script("mute", "exit 0")] }), "it answered nothing"],
    ["answers nonsense", () => ({ command: [script("rubbish", "head -c 500 /dev/urandom")] }), "its answer"],
    ["prints more than 64 KiB and stays", () => ({ command: [script("long", "yes; sleep 600")] }), "it printed more than 65536 bytes"],
    [
      "prints more than 64 KiB and ends",
      () => ({ command: [script("pad", `${ALLOW}; head -c 66000 /dev/zero | tr '\\0' ' '`)] }),
      "it printed more than 65536 bytes",
    ],
    ["takes too long", () => ({ command: [script("slow", `sleep 600; ${ALLOW}`)], timeout: 0.3 }), "it gave no answer within 0.3 s"],
    [
      "answers, and does not end",
      () => ({ command: [script("stays", `${ALLOW}; exec >&-; sleep 600`)], timeout: 0.3 }),
      "it gave no answer within 0.3 s",
    ],
    [
      "will not be ended",
      () => ({ command: [script("stubborn", `trap '' TERM; ${ALLOW}; while :; do sleep 1; done`)], timeout: 0.3 }),
      "it gave no answer within 0.3 s",
    ],
  ];

  it.each(failing)("%s", async (_, hook, reason) => {
    expect(await one(hook())).toMatchObject({ decision: "failed", reason: expect.stringContaining(reason) });
  });

  it("takes too long, with all that it started", async () => {
    const hook = script("tree", `(trap '' TERM; while :; do date +%s%N > beat; sleep 0.05; done) & sleep 600`);
    expect((await one({ command: [hook], timeout: 0.5 })).decision).toBe("failed");
    const beat = () => readFileSync(join(home.root, "beat"), "utf8");
    const last = beat();
    await pause(300);
    expect(beat()).toBe(last);
  });
});

describe("several hooks", () => {
  it("are asked in their order until one refuses", async () => {
    const said = (decision: string) => ({
      command: [script(decision, `echo ${decision} >> asked; printf '{"decision":"${decision}"}'`)],
    });
    const verdicts = await run([said("allow"), said("ask"), said("deny"), said("allow")]);
    expect(verdicts.map(({ decision }) => decision)).toEqual(["allow", "ask", "deny"]);
    expect(readFileSync(join(home.root, "asked"), "utf8")).toBe("allow\nask\ndeny\n");
    expect((await run([{ command: ["hooks/none"] }, said("allow")])).map(({ decision }) => decision)).toEqual(["failed"]);
  });

  it("are ended with the call they are asked about", async () => {
    const stop = new AbortController();
    const running = run([{ command: [script("waits", "touch begun; sleep 600")] }, { command: ["true"] }], {}, stop.signal);
    while (!existsSync(join(home.root, "begun"))) await pause(20);
    stop.abort("SIGINT");
    expect((await running).map(({ decision }) => decision)).toEqual(["interrupted"]);
  });
});
