import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { isToolError, type ToolError } from "../../registry/error/tool-error.ts";
import type { ToolContext } from "../../registry/tool-context.ts";
import { type FakeContext, fakeContext } from "./support/fake-context.ts";

export interface Workspace {
  /** PROJECT_ROOT; beside it lies `outside`, a folder with `secret.txt`. */
  readonly root: string;
  readonly outside: string;
  write(path: string, text: string | Uint8Array, mode?: number): string;
  context(extra?: Partial<ToolContext>): FakeContext;
}

/** A project with a space and Japanese in its name, and a neighbour that none of its tools may reach. Gone when the test is over. */
export function workspace(files: Readonly<Record<string, string | Uint8Array>> = {}): Workspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "nichekit-workspace-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, "a b 日本");
  const outside = join(base, "outside");
  for (const folder of [root, outside]) mkdirSync(folder);
  writeFileSync(join(outside, "secret.txt"), "SECRET\n");
  const write = (path: string, text: string | Uint8Array, mode = 0o644) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
    return file;
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const env = { PROJECT_ROOT: root, PATH: process.env.PATH ?? "", HOME: outside };
  return { root, outside, write, context: (extra = {}) => fakeContext(env, { cwd: root, json: true, ...extra }) };
}

/** What a tool throws. */
export async function thrown(call: () => unknown): Promise<ToolError> {
  try {
    await call();
  } catch (error) {
    if (isToolError(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
