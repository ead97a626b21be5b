import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchOf } from "../../../dispatcher/runner/interpreter.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import { findProgram } from "../../../registry/project/find-program.ts";

const names = { tool: "docs fetch", noun: "docs", verb: "fetch", command: "acme" };
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "nichekit interpreter é' ")));
  path = join(folder, "bin");
  await mkdir(path);
  for (const name of ["bash", "python3", "ruby", "perl", "awk", "own"]) await writeFile(join(path, name), "", { mode: 0o755 });
  await mkdir(join(path, "folder"));
  await writeFile(join(path, "no-bit"), "", { mode: 0o644 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function launch(text: string | Buffer, name = "docs-fetch.sh", search: string | undefined = path) {
  const file = join(folder, name);
  await writeFile(file, text);
  const { command, args } = launchOf(file, { names, path: search, cwd: folder });
  return [command, ...args].map((word) => word.replace(`${path}/`, "bin:").replace(file, "FILE"));
}

async function failure(promise: Promise<unknown>): Promise<ToolError> {
  return promise.then(
    (value) => expect.unreachable(`it should have failed: ${JSON.stringify(value)}`),
    (error: ToolError) => error,
  );
}

describe("a tool's interpreter", () => {
  it.each([
    ["#!/usr/bin/env bash\n", ["bin:bash", "FILE"]],
    ["#! /usr/bin/env   own  \n", ["bin:own", "FILE"]],
    ["#!/usr/bin/env -S own --flag x=y\n", ["bin:own", "--flag", "x=y", "FILE"]],
    ["#!/usr/bin/env --split-string=own -u\n", ["bin:own", "-u", "FILE"]],
    ["#!/usr/bin/env -S A=1 own\n", ["/usr/bin/env", "-S A=1 own", "FILE"]],
    ["#!/usr/bin/env -S own 'a b'\n", ["/usr/bin/env", "-S own 'a b'", "FILE"]],
    ["#!/bin/sh -e -u\n", ["/bin/sh", "-e -u", "FILE"]],
    ["#!/bin/sh", ["/bin/sh", "FILE"]],
    ["#!bin/own\n", [expect.stringContaining("own"), "FILE"]],
  ])("is what its first line says: %j", async (text, expected) => {
    expect(await launch(text)).toEqual(expected);
  });

  it.each([
    ["docs-fetch.sh", ["bin:bash", "FILE"]],
    ["docs-fetch.bash", ["bin:bash", "FILE"]],
    ["docs-fetch.py", ["bin:python3", "FILE"]],
    ["docs-fetch.RB", ["bin:ruby", "FILE"]],
    ["docs-fetch.pl", ["bin:perl", "FILE"]],
    ["docs-fetch.awk", ["bin:awk", "-f", "FILE"]],
  ])("goes by the extension of %s without such a line, and needs no run bit", async (name, expected) => {
    expect(await launch("# no such line\n", name)).toEqual(expected);
  });

  it("is none for a program, which needs the run bit; the Fix gives it", async () => {
    const error = await failure(launch("\x7fELF", "docs-fetch"));
    expect(error).toMatchObject({ code: "tool_not_executable", layer: "precondition", recoverable: "yes" });
    execFileSync("bash", ["-c", error.fix[0] as string]);
    expect(launchOf(join(folder, "docs-fetch"), { names, path, cwd: folder })).toEqual({ command: join(folder, "docs-fetch"), args: [] });
  });

  it.each([
    ["#!/usr/bin/env zsh\n", "docs-fetch.sh", "zsh"],
    ["#!/usr/bin/env -S zsh -f\n", "docs-fetch.sh", "zsh"],
    ["#!/opt/none/bin/own\n", "docs-fetch.sh", "/opt/none/bin/own"],
    ["<?php", "docs-fetch.php", "php"],
    ["#!/usr/bin/env no-bit\n", "docs-fetch.sh", "no-bit"],
    ["#!/usr/bin/env folder\n", "docs-fetch.sh", "folder"],
  ])("that is missing is named, with what to tell the user: %j in %s", async (text, name, interpreter) => {
    const error = await failure(launch(text, name));
    expect(error).toMatchObject({ code: "interpreter_missing", layer: "precondition", recoverable: "user-action-required" });
    expect(error.message).toContain(`docs fetch needs ${interpreter}, which`);
    expect(error.fix).toEqual([
      `Ask the user to install ${interpreter}, or to put the folder that holds it on PATH; then run the same command again.`,
    ]);
  });

  it("is looked for where the system would without PATH, and Node is the running one if it is nowhere", async () => {
    const file = join(folder, "docs-fetch.sh");
    await writeFile(file, "#!/usr/bin/env sh\n");
    expect(launchOf(file, { names, path: undefined, cwd: folder }).command).toMatch(/^(\/usr)?\/bin\/sh$/);
    expect(await launch("#!/usr/bin/env node\n", "docs-fetch.cjs", "/nonexistent")).toEqual([process.execPath, "FILE"]);
  });

  it("is found through relative and empty entries of PATH, from the caller's folder", () => {
    expect(findProgram("own", { path: "/none:bin", cwd: folder })).toBe(join(folder, "bin/own"));
    expect(findProgram("own", { path: "", cwd: join(folder, "bin") })).toBe(join(folder, "bin/own"));
  });
});

describe("a first line that no system reads", () => {
  it.each([
    ["CR LF", "#!/usr/bin/env bash\r\necho done\r\n", "docs-crlf.sh", "shebang_crlf"],
    ["CR LF, found by extension", "# x\r\necho done\r\n", "docs-crlf-two.sh", "shebang_crlf"],
    ["a byte order mark", "\ufeff#!/usr/bin/env bash\necho done\n", "docs-bom.sh", "shebang_bom"],
  ])("for its %s is a coded error whose Fix makes it run", async (_, text, name, code) => {
    const error = await failure(launch(text, name));
    expect(error).toMatchObject({ code, layer: "precondition", recoverable: "yes" });
    execFileSync("bash", ["-c", error.fix[0] as string]);
    const file = join(folder, name);
    const { command, args } = launchOf(file, { names, path: process.env.PATH, cwd: folder });
    expect(execFileSync(command, args).toString()).toBe("done\n");
    expect((await readFile(file)).includes("\r")).toBe(false);
  });

  it("for both is mended by both Fixes, one after the other", async () => {
    const file = join(folder, "docs-both.sh");
    await writeFile(file, "\ufeff#!/usr/bin/env bash\r\necho done\r\n");
    for (const code of ["shebang_crlf", "shebang_bom"]) {
      const error = await failure(Promise.resolve().then(() => launchOf(file, { names, path, cwd: folder })));
      expect(error.code).toBe(code);
      execFileSync("bash", ["-c", error.fix[0] as string]);
    }
    expect(await readFile(file, "utf8")).toBe("#!/usr/bin/env bash\necho done\n");
  });
});

describe("a tool's file", () => {
  it("that is a link to nothing, or a folder, is told as such", async () => {
    const link = join(folder, "docs-link.sh");
    await symlink(join(folder, "nothing"), link);
    const at = (file: string) => failure(Promise.resolve().then(() => launchOf(file, { names, path, cwd: folder })));
    expect(await at(link)).toMatchObject({ code: "tool_vanished", fix: ["acme docs --help"] });
    expect(await at(path)).toMatchObject({ code: "tool_unreadable", message: expect.stringContaining("EISDIR") });
  });

  it.skipIf(process.getuid?.() === 0)("that may not be read is a platform error for the user", async () => {
    const file = join(folder, "docs-secret.sh");
    await writeFile(file, "#!/bin/bash\n");
    await chmod(file, 0);
    const error = await failure(Promise.resolve().then(() => launchOf(file, { names, path, cwd: folder })));
    expect(error).toMatchObject({ code: "tool_unreadable", layer: "platform", recoverable: "user-action-required" });
  });
});
