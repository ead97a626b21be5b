import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Project } from "../../registry/project/project.ts";

/** A project of the test's own in a temp folder whose name is as bad as names get (case d4). */
export interface DiskProject {
  root: string;
  project: Project;
  write(path: string, text: string | Uint8Array): string;
  remove(): void;
}

/** `folders` are searched in this order; the shared lib is not among them. */
export function diskProject(files: Readonly<Record<string, string>> = {}, folders: readonly string[] = ["tools", "lib"]): DiskProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "niche pro'ject [道具]-")));
  const write = (path: string, text: string | Uint8Array) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    root,
    write,
    remove: () => rmSync(root, { recursive: true, force: true }),
    project: {
      root,
      subject: "acme",
      command: "acme",
      settings: {},
      folders: folders.map((folder) => ({ path: join(root, folder), prefix: `${folder}/` })),
      env: {},
    },
  };
}

/** A sound Bash tool; `more` are further lines of its header. */
export function bashTool(noun: string, verb: string, ...more: readonly string[]): string {
  const header = [`noun: ${noun}`, `verb: ${verb}`, ...more];
  for (const [key, line] of [
    ["preconditions", "preconditions: []"],
    ["idempotent", "idempotent: true"],
    ["side_effects", "side_effects: []"],
  ] as const) {
    if (!more.some((given) => given.startsWith(`${key}:`))) header.push(line);
  }
  return `#!/usr/bin/env bash\n# TOOL_META\n${header.map((line) => `# ${line}\n`).join("")}\necho done\n`;
}
