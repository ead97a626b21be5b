import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

export interface TempProject {
  readonly root: string;
  readonly env: Record<string, string>;
  readonly docs: string;
  readonly index: string;
  write(path: string, text: string | Buffer): string;
}

/** A project in a folder of its own, gone when the test is over. Paths of `files` and of `write` are relative to its root. */
export function tempProject(files: Readonly<Record<string, string | Buffer>> = {}): TempProject {
  const root = mkdtempSync(join(tmpdir(), "nichekit-docs-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string | Buffer): string => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const docs = join(root, "docs");
  const index = join(root, "logs/cache/docs-index.sqlite");
  return { root, env: { PROJECT_ROOT: root, DOCS_DIR: docs, DOCS_INDEX: index, RULES_DIR: join(docs, "rules/impl") }, docs, index, write };
}
