import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { runProcess } from "../../../dispatcher/runner/process.ts";
import { namesItsStreams } from "../../../dispatcher/runner/process-pipe.ts";
import type { RunRequest } from "../../../dispatcher/runner/run-request.ts";
import { bashTool, project, scratch } from "../../support/project.ts";
import { run } from "../../support/run.ts";
import { fakeRequest, setSourceHost } from "./fake-request.ts";

beforeAll(() => setSourceHost(join(import.meta.dirname, "../../..")));

/** Runs a tool with a temporary folder of its own, which must be as empty afterwards. */
async function ran(text: string, changes: Partial<RunRequest> = {}, extension = "sh") {
  const folder = scratch();
  const file = join(folder, `docs-fetch.${extension}`);
  writeFileSync(file, text);
  const before = process.env.TMPDIR;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  process.env.TMPDIR = join(folder, "tmp");
  mkdirSync(process.env.TMPDIR);
  const { request, heard } = fakeRequest(file, folder, changes);
  const result = await runProcess(request);
  expect(readdirSync(process.env.TMPDIR)).toEqual([]);
  return { ...result, text: result.stdout.toString(), heard, folder };
}

describe("a tool that opens its streams by their path", () => {
  test("reaches stderr and stdout by /dev/stderr, /dev/stdout and /dev/fd, in the order in which it wrote", async () => {
    const lines =
      "set -eu\necho a >&2; echo b > /dev/stderr; echo c >&2; echo d >> /dev/fd/2\necho 1; echo 2 > /dev/stdout; echo 3 | tee /dev/stderr";
    const result = await ran(lines);
    expect(result).toMatchObject({ kind: "exit", code: 0, text: "1\n2\n3\n", stderr: "a\nb\nc\nd\n3\n" });
    expect(result.heard.stderr).toBe(result.stderr);
  });

  test("in Python too", async () => {
    const result = await ran('open("/dev/stderr", "w").write("told\\n")\nopen("/dev/stdout", "w").write("here\\n")\n', {}, "py");
    expect(result).toMatchObject({ code: 0, text: "here\n", stderr: "told\n" });
  });

  test("gets more through than a pipe holds", async () => {
    const result = await ran("head -c 3000000 /dev/zero > /dev/stdout\nhead -c 1000000 /dev/zero > /dev/stderr");
    expect([result.code, result.stdout.length, result.heard.stderr.length]).toEqual([0, 3_000_000, 1_000_000]);
  });

  test("is heard while it runs", async () => {
    const folder = scratch();
    const { request } = fakeRequest(join(folder, "docs-fetch.sh"), folder, { timeoutMs: 20_000 });
    writeFileSync(request.tool.file, "echo go > /dev/stderr\nuntil [ -e seen ]; do sleep 0.02; done\necho done\n");
    const stderr = (chunk: Uint8Array) => {
      if (Buffer.from(chunk).toString() === "go\n") writeFileSync(join(folder, "seen"), "");
    };
    const result = await runProcess({ ...request, report: { ...request.report, stderr } });
    expect([result.code, result.stdout.toString()]).toEqual([0, "done\n"]);
  });

  test("is one that names the path in a comment, for what it starts", async () => {
    const started = "bash -c 'echo told > /dev/std\"\"err'\n";
    expect(await ran(`# It writes to /dev/stderr.\n${started}`)).toMatchObject({ code: 0, stderr: "told\n" });
    if (process.platform === "linux") expect((await ran(started)).stderr).toContain("No such device or address");
  });

  test("is not waited for on behalf of what it left in the background", async () => {
    const result = await ran("echo here > /dev/stdout\nsleep 1000 & echo $! > pid\n");
    const pid = Number((await run("cat", [join(result.folder, "pid")])).stdout);
    expect([result.code, result.text, process.kill(pid, "SIGKILL")]).toEqual([0, "here\n", true]);
  });

  test("is stopped at its time limit, and one that does not start is told as that", async () => {
    await expect(ran("echo x > /dev/stderr\nsleep 1000", { timeoutMs: 200 })).rejects.toMatchObject({ code: "timeout" });
    await expect(ran("# /dev/stderr", { cwd: join(scratch(), "gone") })).rejects.toMatchObject({ code: "tool_not_startable" });
  });

  test("leaves no descriptor open", async () => {
    await ran("echo x > /dev/stderr");
    const before = readdirSync("/proc/self/fd").length;
    for (let call = 0; call < 5; call++) await ran("echo x > /dev/stderr");
    expect(readdirSync("/proc/self/fd").length).toBe(before);
  });

  test("tells its error there, and the dispatcher reads it", async () => {
    const block = "Error: No list\\n  [LAYER: precondition] [RECOVERABLE: yes]\\n  → Fix: acme list make\\n";
    const { wrapper } = project({ "lib/list-show.sh": bashTool("list", "show", `printf '${block}' > /dev/stderr\nexit 1`) });
    const failed = await run(wrapper, ["list", "show", "--json"]);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout).error).toMatchObject({ message: "No list", fix: ["acme list make"] });
    expect(failed.stderr).toContain("Error: No list\n");
  });
});

test("only a script whose own text names such a path is given pipes of that kind", () => {
  const folder = scratch();
  const names = (text: string) => {
    const file = join(folder, "x.sh");
    writeFileSync(file, text);
    return namesItsStreams(file);
  };
  const linux = process.platform === "linux";
  for (const path of ["/dev/stderr", "/dev/stdout", "/dev/fd/2", "/proc/self/fd/1"]) expect(names(`echo x > ${path}`)).toBe(linux);
  for (const text of ["echo x >&2", "cat /dev/stdin", "echo > /dev/null", `${"#".repeat(1024 * 1024)}/dev/stderr`])
    expect(names(text)).toBe(false);
  expect(namesItsStreams(join(folder, "gone"))).toBe(false);
});
