import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, moduleTool, project, scratch } from "../support/project.ts";
import { run, shell } from "../support/run.ts";

const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

describe("stdin of a module tool under a time limit is descriptor 0 itself", () => {
  const sync = moduleTool("s", "sin", 'import { readFileSync } from "node:fs";\nexport const run = () => readFileSync(0, "utf8");', [
    "@stdin true",
  ]);
  const stream = moduleTool("s", "stream", 'import { text } from "node:stream/consumers";\nexport const run = () => text(process.stdin);', [
    "@stdin true",
  ]);
  const files = { "lib/s-sin.ts": sync, "lib/s-stream.ts": stream };

  test.each(["sin", "stream"])("through a pipe, a socket, a file and one that comes slowly: %s", async (verb) => {
    const { root, wrapper, write } = project(files);
    const call = `${quoted(wrapper)} s ${verb} --timeout 30`;
    expect((await shell(`echo hi | ${call}`)).stdout).toBe("hi\n");
    expect((await run(wrapper, ["s", verb, "--timeout", "30"], { stdin: "hi" })).stdout).toBe("hi\n");
    expect((await shell(`head -c 200000 /dev/zero | tr '\\0' x | ${call} | wc -c`)).stdout.trim()).toBe("200001");
    expect((await shell(`{ echo a; sleep 0.7; echo b; sleep 0.3; echo c; } | ${call}`)).stdout).toBe("a\nb\nc\n");
    write("input", "of a file");
    expect((await shell(`${call} < ${quoted(join(root, "input"))}`)).stdout).toBe("of a file\n");
    expect((await shell(`${call} < /dev/null`)).stdout).toBe("");
  });

  test.each(["sin", "stream"])("and the limit ends a tool that waits for one that never ends: %s", async (verb) => {
    const { wrapper } = project(files);
    const ran = await run(wrapper, ["s", verb, "--timeout", "1", "--json"], { stdin: "open" });
    expect([ran.code, JSON.parse(ran.stdout).error.code]).toEqual([2, "timeout"]);
  });

  test("and a tool that has read enough ends while its pipe stays open", async () => {
    const first = 'export const run = () => new Promise((done) => process.stdin.once("data", (chunk) => done(String(chunk))));';
    const { wrapper } = project({ "lib/s-first.ts": moduleTool("s", "first", first, ["@stdin true"]) });
    const ran = await shell(`{ echo a; sleep 3; } | { ${quoted(wrapper)} s first --timeout 20; echo "code $?"; }`);
    expect(ran.stdout).toBe("a\ncode 0\n");
  });
});

describe("a tag that no white space ends", () => {
  test.each(["@side_effect: deletes src", "@side_effect(deletes src)", "@risk: high", "@dry_run: native", "@stdin=true"])(
    "is refused with its place: %s",
    async (line) => {
      const { root, wrapper } = project({
        "lib/s-tag.ts": moduleTool("s", "tag", "export const run = () => 1;", ["@option {string} [x] - An x.", line]),
      });
      const ran = await run(wrapper, ["s", "tag", "--json"], { cwd: root });
      const { error } = JSON.parse(ran.stdout);
      expect([ran.code, error.layer]).toEqual([error.exit_code, "precondition"]);
      expect(JSON.stringify(error)).toContain("lib/s-tag.ts:9");
      expect(JSON.stringify(error)).toContain("Write a space: @");
    },
  );
});

describe("a stopped tool leaves nothing that descends from it", () => {
  /** Command lines of those that sleep for the given number of seconds, after a moment for the kernel to take them away. */
  const asleep = async (mark: string) => (await shell(`sleep 0.1; pgrep -af '^sleep ${mark}'`)).stdout;
  const shells = (mark: string) => ({
    "lib/s-monitor.sh": bashTool("s", "monitor", `set -m; sleep ${mark} & wait`),
    "lib/s-session.sh": bashTool("s", "session", `setsid sleep ${mark} & wait`),
    "lib/s-flood.sh": bashTool("s", "flood", `setsid sleep ${mark} & exec yes 0123456789012345678901234567890123456789`),
  });
  const modules = (mark: string) => ({
    "lib/s-spawn.ts": moduleTool(
      "s",
      "spawn",
      `import { spawn } from "node:child_process";\nexport const run = () => new Promise((done) => { spawn("sleep", ["${mark}"]); spawn("sleep", ["${mark}"], { detached: true }); setTimeout(done, 1e6); });`,
    ),
    "lib/s-wait.ts": moduleTool(
      "s",
      "wait",
      `import { spawnSync } from "node:child_process";\nexport const run = () => String(spawnSync("sleep", ["${mark}"]).status);`,
    ),
    "lib/s-shell.ts": moduleTool(
      "s",
      "shell",
      `import { execSync } from "node:child_process";\nexport const run = () => String(execSync("sleep ${mark} & sleep ${mark}"));`,
    ),
  });

  test.each(["monitor", "session"])("of a process at its limit: %s", async (verb) => {
    const mark = `971${process.pid}`;
    const { wrapper } = project(shells(mark));
    const ran = await run(wrapper, ["s", verb, "--timeout", "1", "--json"]);
    expect(JSON.parse(ran.stdout).error.code).toBe("timeout");
    expect(await asleep(mark)).toBe("");
  });

  test("of a process whose result has no end", async () => {
    const mark = `972${process.pid}`;
    const { wrapper } = project(shells(mark));
    expect(JSON.parse((await run(wrapper, ["s", "flood", "--json"])).stdout).error.code).toBe("result_too_large");
    expect(await asleep(mark)).toBe("");
  });

  test.each(["INT", "TERM", "HUP"])("of a process or a module by SIG%s", async (signal) => {
    const mark = `97${["INT", "TERM", "HUP"].indexOf(signal) + 3}${process.pid}`;
    const { wrapper } = project({ ...shells(mark), ...modules(mark) });
    for (const verb of ["monitor", "session", "spawn", "wait", "shell"]) {
      // A job of a shell without job control would ignore INT.
      const ran = await shell(
        `set -m; ${quoted(wrapper)} s ${verb} --json & sleep 1; pgrep -f '^sleep ${mark}' >/dev/null && echo started; kill -${signal} $!; wait $!; echo "code $?"`,
      );
      expect([verb, ran.stdout]).toEqual([verb, expect.stringMatching(/^started\n.*"code":"interrupted".*\ncode 2\n$/s)]);
      expect([verb, await asleep(mark)]).toEqual([verb, ""]);
    }
  });

  test("while one that ended by itself keeps what it left in the background", async () => {
    const mark = `976${process.pid}`;
    const { wrapper } = project({
      "lib/s-leave.sh": bashTool("s", "leave", `setsid sleep ${mark} >/dev/null 2>&1 & sleep 0.3; echo done`),
    });
    expect((await run(wrapper, ["s", "leave", "--timeout", "20"])).stdout).toBe("done\n");
    expect((await shell(`pkill -f '^sleep ${mark}' && echo lived`)).stdout).toBe("lived\n");
  });
});

describe("arguments that no command line can carry", () => {
  const body = 'echo "$# ${TOOL_ARGS-unset} ${ARG_TEXT-unset} ${ARG_MODE-unset} $(wc -c < "$TOOL_ARGS_FILE")"';
  const tool = bashTool("l", "args", body, [
    "options:",
    "  - {name: text, type: string}",
    "  - {name: list, type: string[]}",
    "  - {name: mode, type: string}",
  ]);
  test.each([
    ["one value of 200,000 bytes", { text: "x".repeat(200_000), mode: "a" }],
    ["a list of 3,000 of 1,000 bytes", { list: Array(3_000).fill("x".repeat(1_000)), mode: "a" }],
  ])("stand in the file of TOOL_ARGS_FILE, and a warning says so: %s", async (_, args) => {
    const { root, wrapper, write } = project({ "lib/l-args.sh": tool });
    write("b.json", JSON.stringify(args));
    const ran = await run(wrapper, ["l", "args", "--input", "@b.json", "--json"], { cwd: root });
    const { data, meta } = JSON.parse(ran.stdout);
    expect(data.trim()).toBe(`0 unset unset a ${JSON.stringify(args).length}`);
    expect(meta.warnings).toEqual(["l args gets its arguments by TOOL_ARGS_FILE alone: its command line cannot carry them"]);
  });
});

test("a TypeScript tool runs in a project whose folder's name is a pattern, and names its places", async () => {
  const code =
    'import { here } from "./s-helper.ts";\nexport const run = ({ fail }: any) => { if (fail) throw new Error("no"); return [import.meta.filename, here]; };';
  const { root, wrapper } = project(
    {
      "lib/s-star.ts": moduleTool("s", "star", code, ["@option {boolean} [fail]", "@output json"]),
      "lib/s-helper.ts": "export const here: string = import.meta.url;\n",
    },
    { folder: scratch("a*b [c]{d,e}?") },
  );
  const ran = await run(wrapper, ["s", "star"]);
  expect(ran.stderr).toBe("");
  expect(JSON.parse(ran.stdout)).toEqual([join(root, "lib/s-star.ts"), expect.stringContaining("lib/s-helper.ts")]);
  const failed = JSON.parse((await run(wrapper, ["s", "star", "--fail", "--json"])).stdout);
  expect(failed.error.message).toContain("(lib/s-star.ts:14)");
});

test.each(["a*b", "a b"])("the Fix of a tool that does not compile shows why, in a folder called %s", async (name) => {
  const { wrapper } = project({ "lib/s-bad.ts": moduleTool("s", "bad", "export const run = ( => 1;") }, { folder: scratch(name) });
  const { error } = JSON.parse((await run(wrapper, ["s", "bad", "--json"])).stdout);
  expect(error.code).toBe("compile_failed");
  const fix = await shell(error.fix[0]);
  expect([fix.code, fix.stderr]).toEqual([1, expect.stringContaining("s-bad.ts:11")]);
});

test("process.reallyExit of a module tool is refused as process.exit is", async () => {
  const { wrapper } = project({
    "lib/s-leave.ts": moduleTool("s", "leave", "export const run = () => (process as any).reallyExit(0);"),
  });
  for (const limit of [[], ["--timeout", "20"]]) {
    const ran = await run(wrapper, ["s", "leave", "--json", ...limit]);
    expect([ran.code, JSON.parse(ran.stdout).error.code]).toEqual([2, "module_exit_called"]);
  }
});
