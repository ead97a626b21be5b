import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";

/** This repository. */
export const repository = resolve(import.meta.dirname, "../..");

/** An empty folder, gone when the test is over. Its name has a space, an apostrophe, brackets and Japanese in it (case d4). */
export function scratch(name = "a b'c [d] 日本"): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "niche-")));
  onTestFinished(() => {
    chmodSync(folder, 0o755);
    rmSync(folder, { recursive: true, force: true });
  });
  const inner = join(folder, name);
  mkdirSync(inner);
  return inner;
}

export interface TestProject {
  root: string;
  /** Absolute path of the wrapper. */
  wrapper: string;
  write(path: string, text: string, mode?: number): string;
}

/**
 * Another repository: the canonical wrapper byte for byte, nichekit carried as a
 * dependency is (a link in node_modules), and the tools given by file name.
 */
export function project(files: Readonly<Record<string, string>> = {}, options: { name?: string; folder?: string } = {}): TestProject {
  const root = options.folder ?? scratch();
  const write = (path: string, text: string, mode = 0o644) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
    return file;
  };
  const wrapper = join(root, "bin", options.name ?? "acme");
  mkdirSync(dirname(wrapper), { recursive: true });
  copyFileSync(join(repository, "bin/myproject"), wrapper);
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  symlinkSync(repository, join(root, "node_modules/nichekit"));
  symlinkSync("../nichekit/bin/niche-dispatch", join(root, "node_modules/.bin/niche-dispatch"));
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { root, wrapper, write };
}

/** A Bash tool: a minimal header, more header lines, and its body. */
export function bashTool(noun: string, verb: string, body: string, header: readonly string[] = []): string {
  const keys = ["preconditions", "idempotent", "side_effects"].filter((key) => !header.some((line) => line.startsWith(`${key}:`)));
  const minimal = { preconditions: "[]", idempotent: "true", side_effects: "[]" } as Record<string, string>;
  const lines = ["TOOL_META", `noun: ${noun}`, `verb: ${verb}`, ...keys.map((key) => `${key}: ${minimal[key]}`), ...header];
  return `#!/usr/bin/env bash\n${lines.map((line) => `# ${line}\n`).join("")}\n${body}\n`;
}

/** A module tool in TypeScript: a minimal header, more tags, and its code. */
export function moduleTool(noun: string, verb: string, code: string, tags: readonly string[] = []): string {
  const lines = ["TOOL_META", "Do it.", "", `@noun ${noun}`, `@verb ${verb}`, "@idempotent true", ...tags];
  if (!tags.some((tag) => tag.startsWith("@precondition"))) lines.push("@precondition none");
  if (!tags.some((tag) => tag.startsWith("@side_effect"))) lines.push("@side_effect none");
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n${code}\n`;
}
