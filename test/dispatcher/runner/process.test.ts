import { chmod, mkdtemp, readdir, readFile, realpath, rm, stat, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProcess } from "../../../dispatcher/runner/process.ts";
import type { RunRequest } from "../../../dispatcher/runner/run-request.ts";
import type { ToolEntry } from "../../../registry/entry.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import { fakeRequest, setSourceHost } from "./fake-request.ts";

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "nichekit process é'[x] ")));
  setSourceHost(join(import.meta.dirname, "../../.."));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function tool(text: string | Buffer, extension = "sh"): Promise<string> {
  const file = join(folder, `docs-fetch${count++}${extension && `.${extension}`}`);
  await writeFile(file, text, { mode: 0o644 });
  return file;
}

async function run(text: string, changes: Partial<RunRequest> & { entry?: Partial<ToolEntry> } = {}, extension = "sh") {
  const { request, heard } = fakeRequest(await tool(text, extension), folder, changes);
  const result = await runProcess(request);
  return { ...result, text: result.stdout.toString(), heard };
}

async function failure(promise: Promise<unknown>): Promise<ToolError> {
  return promise.then(
    () => expect.unreachable("it should have failed"),
    (error: ToolError) => error,
  );
}

/** Command lines of running processes that hold the marker. */
async function running(marker: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (environment.includes(marker) && !/\) Z /.test(state)) found.push(await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => pid));
  }
  return found;
}

describe("a process tool's surroundings", () => {
  it("has the declared environment and the dispatcher's additions, and nothing else", async () => {
    const result = await run("#!/usr/bin/env bash\nenv -0", {
      env: { PATH: process.env.PATH ?? "", DOCS_DIR: "/srv/docs" },
      args: { "dry-limit": 3, keywords: ["cdk", "λ x"], title: "", force: false, body: "a\nb", list: ["one\ntwo"] },
      argv: ["--dry-limit", "3"],
      yes: true,
    });
    const env = Object.fromEntries(
      result.text
        .split("\0")
        .filter((line) => line !== "")
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    for (const name of ["PATH", "PWD", "SHLVL", "_", "TOOL_SUPPORT", "TOOL_SESSION"]) delete env[name];
    expect(env).toEqual({
      DOCS_DIR: "/srv/docs",
      PROJECT_ROOT: folder,
      SUBJECT_COMMAND: "acme",
      TOOL_JSON: "1",
      TOOL_DRY_RUN: "",
      TOOL_YES: "1",
      TOOL_ARGS: '{"dry-limit":3,"keywords":["cdk","λ x"],"title":"","force":false,"body":"a\\nb","list":["one\\ntwo"]}',
      ARG_DRY_LIMIT: "3",
      ARG_KEYWORDS: "cdk\nλ x",
      ARG_TITLE: "",
      ARG_FORCE: "false",
    });
  });

  it("knows its session where there is one", async () => {
    const env = { PATH: process.env.PATH ?? "", TOOL_SESSION: "s-1" };
    expect((await run('#!/bin/bash\necho "${TOOL_SESSION-none}"', { env })).text).toBe("s-1\n");
    expect((await run('#!/bin/bash\necho "${TOOL_SESSION-none}"')).text).toBe("none\n");
  });

  it("has the caller's words as its arguments, byte for byte", async () => {
    const argv = ["--title", "", "-5", "a b", "*", "é'\"$x", "line\nbreak", "--"];
    const result = await run('#!/usr/bin/env bash\nprintf "%s\\0" "$@"', { argv });
    expect(result.text.split("\0").slice(0, -1)).toEqual(argv);
  });

  it("sees the end of stdin at once unless its header says it reads it", async () => {
    const result = await run("#!/bin/bash\nif read -r line; then echo got; else echo eof; fi");
    expect(result.text).toBe("eof\n");
  });

  it("gets arguments beyond 64 KiB in a private file that is gone afterwards", async () => {
    const args = { text: "é".repeat(40_000) };
    const result = await run(
      '#!/bin/bash\nstat -c %a "$TOOL_ARGS_FILE"; echo "$TOOL_ARGS_FILE"; echo "${TOOL_ARGS-unset} ${ARG_TEXT-unset}"; cat "$TOOL_ARGS_FILE"',
      { args },
    );
    const [mode, file, unset, ...json] = result.text.split("\n");
    expect([mode, unset]).toEqual(["600", "unset unset"]);
    expect(JSON.parse(json.join("\n"))).toEqual(args);
    await expect(stat(file as string)).rejects.toThrow("ENOENT");
  });

  it("refuses an argument that the system cannot pass, before anything runs", async () => {
    const long = await failure(run("#!/bin/bash\ntouch ran", { argv: ["x".repeat(131_072)] }));
    expect(long).toMatchObject({ code: "arguments_too_large", layer: "precondition", recoverable: "yes", fix: ["acme docs fetch --help"] });
    const many = await failure(run("#!/bin/bash\ntouch ran", { argv: Array(100).fill("x".repeat(131_071)) }));
    expect(many.code).toBe("arguments_too_large");
    const nul = await failure(run("#!/bin/bash\ntouch ran", { argv: ["a\0b"] }));
    expect(nul.code).toBe("argument_has_nul");
    await expect(stat(join(folder, "ran"))).rejects.toThrow("ENOENT");
    expect((await run('#!/bin/bash\necho "${#1}"', { argv: ["x".repeat(131_071)] })).text).toBe("131071\n");
  });
});

describe("a process tool's output", () => {
  it("keeps a character whose bytes come 100 ms apart", async () => {
    const result = await run(
      "#!/bin/bash\nprintf '\\xe6'; sleep 0.1; printf '\\xbc'; sleep 0.1; printf '\\xa2'; printf '\\xe6' >&2; sleep 0.1; printf '\\xbc\\xa2' >&2",
    );
    expect([result.text, result.stderr, result.heard.stderr]).toEqual(["漢", "漢", "漢"]);
  });

  it("keeps 50,000 kana and 5 MB whole", async () => {
    const kana = await run('import sys; sys.stdout.buffer.write(("かな" * 25000).encode())', {}, "py");
    expect(kana.text).toBe("かな".repeat(25_000));
    const large = await run("#!/bin/bash\nhead -c 5000000 /dev/zero");
    expect(large.stdout.length).toBe(5_000_000);
  });

  it("goes to a given file descriptor as it comes", async () => {
    const handle = await import("node:fs/promises").then((fs) => fs.open(join(folder, "streamed"), "w"));
    const result = await run("#!/bin/bash\necho streamed; echo aside >&2", { stdout: handle.fd });
    await handle.close();
    expect([result.stdout.length, result.stderr, await readFile(join(folder, "streamed"), "utf8")]).toEqual([0, "aside\n", "streamed\n"]);
  });

  it("keeps the last 64 KiB of stderr and passes all of it on", async () => {
    const result = await run("#!/bin/bash\nfor i in {1..30000}; do echo \"行 $i\"; done >&2; echo 'last line' >&2");
    expect(Buffer.byteLength(result.stderr)).toBeLessThanOrEqual(65_536);
    expect(result.stderr.endsWith("行 30000\nlast line\n")).toBe(true);
    expect(result.stderr).not.toContain("\ufffd");
    expect(result.heard.stderr.split("\n").length).toBe(30_002);
  });

  it("is stopped with a coded error when it grows beyond what is kept", async () => {
    const error = await failure(run("#!/bin/bash\nexec yes 0123456789012345678901234567890123456789"));
    expect(error).toMatchObject({ code: "result_too_large", layer: "runtime", fix: ["acme docs fetch > result.txt"] });
  });
});

describe("a process tool's end", () => {
  it.each([
    ["exit 0", 0, null],
    ["exit 7", 7, null],
    ["kill -TERM $$; sleep 5", null, "SIGTERM"],
    ["kill -KILL $$; sleep 5", null, "SIGKILL"],
  ])("by `%s` is told as it was", async (script, code, signal) => {
    expect(await run(`#!/bin/bash\n${script}`)).toMatchObject({ kind: "exit", code, signal });
  });

  it("at its time limit takes the whole group with it, also what ignores TERM", async () => {
    const marker = `NICHEKIT_TEST_${process.pid}_${Date.now()}`;
    const script = "#!/bin/bash\ntrap '' TERM\nsleep 300 &\n(trap '' TERM; sleep 300; sleep 300) &\nwait; wait";
    const env = { PATH: process.env.PATH ?? "", MARKER: marker };
    const error = await failure(run(script, { timeoutMs: 300, env, argv: ["--limit", "a b"] }));
    expect(error).toMatchObject({ code: "timeout", layer: "runtime", fix: ["acme docs fetch --timeout 2 --json --limit 'a b'"] });
    expect(await running(marker)).toEqual([]);
  });

  it("lets a tool that heeds TERM clean up", async () => {
    const error = await failure(run('#!/bin/bash\ntrap "touch cleaned; exit 0" TERM\nsleep 300 & wait', { timeoutMs: 300 }));
    expect(error.code).toBe("timeout");
    await expect(stat(join(folder, "cleaned"))).resolves.toBeTruthy();
  });

  it("at its time limit gives the rest of the group time to clean up as well", async () => {
    const child = `bash -c 'trap "sleep 0.2; touch grandchild-cleaned; exit" TERM; sleep 300 & wait' &`;
    await failure(run(`#!/bin/bash\n${child}\nsleep 300`, { timeoutMs: 1000 }));
    await expect(stat(join(folder, "grandchild-cleaned"))).resolves.toBeTruthy();
  });

  it("by its caller's signal is coded and leaves nothing behind", async () => {
    const marker = `NICHEKIT_TEST_INT_${process.pid}_${Date.now()}`;
    const abort = new AbortController();
    setTimeout(() => abort.abort("SIGINT"), 300);
    const env = { PATH: process.env.PATH ?? "", MARKER: marker };
    const error = await failure(
      run("#!/bin/bash\nsleep 300 &\nsleep 300", { signal: abort.signal, env, entry: { idempotent: false }, yes: true }),
    );
    expect(error).toMatchObject({ code: "interrupted", message: "docs fetch was interrupted by SIGINT before it ended" });
    expect(error.fix).toEqual(["acme docs fetch --dry-run --json"]);
    expect(await running(marker)).toEqual([]);
  });

  it("does not start when its caller is already gone", async () => {
    expect(await failure(run("#!/bin/bash\ntouch late", { signal: AbortSignal.abort("SIGTERM") }))).toMatchObject({ code: "interrupted" });
    await expect(stat(join(folder, "late"))).rejects.toThrow("ENOENT");
  });

  it("is not delayed by a background child that holds its pipes, which lives on", async () => {
    const marker = `NICHEKIT_TEST_BG_${process.pid}_${Date.now()}`;
    const result = await run('#!/bin/bash\nsleep 300 &\necho "$!"', { env: { PATH: process.env.PATH ?? "", MARKER: marker } });
    expect(await running(marker)).toHaveLength(1);
    process.kill(Number(result.text), "SIGKILL");
  });

  it("by a signal takes its background children with it", async () => {
    const marker = `NICHEKIT_TEST_SIG_${process.pid}_${Date.now()}`;
    await run("#!/bin/bash\nsleep 300 &\nkill -KILL $$", { env: { PATH: process.env.PATH ?? "", MARKER: marker } });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await running(marker)).toEqual([]);
  });

  it("between listing and running is told as such", async () => {
    const file = await tool("#!/bin/bash\n");
    await unlink(file);
    const error = await failure(runProcess(fakeRequest(file, folder).request));
    expect(error).toMatchObject({ code: "tool_vanished", fix: ["acme docs --help"] });
  });

  it("of a file without an interpreter needs the run bit, and is then the system's business", async () => {
    const file = await tool("echo by the system shell", "");
    expect(await failure(runProcess(fakeRequest(file, folder).request))).toMatchObject({ code: "tool_not_executable" });
    await chmod(file, 0o755);
    const { code, stdout } = await runProcess(fakeRequest(file, folder).request);
    expect([code, stdout.toString()]).toEqual([0, "by the system shell\n"]);
  });

  it("cannot begin in a folder that is gone", async () => {
    const error = await failure(run("#!/bin/bash\n", { cwd: join(folder, "gone") }));
    expect(error).toMatchObject({ code: "tool_not_startable", layer: "platform", recoverable: "user-action-required" });
  });
});
