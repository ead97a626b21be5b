import { existsSync } from "node:fs";
import { join } from "node:path";

/** Files at PROJECT_ROOT that tell what a project is built with. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  go: ["go.mod"],
  make: ["Makefile", "makefile", "GNUmakefile"],
  npm: ["package.json"],
  pnpm: ["pnpm-lock.yaml", "pnpm-workspace.yaml"],
  python: ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "pytest.ini"],
  rust: ["Cargo.toml"],
  yarn: ["yarn.lock"],
};

/** What the project at `root` is built with, sorted: the signal `projectType` of the discovery policy. */
export function projectTypes(root: string): readonly string[] {
  return Object.entries(MARKS)
    .filter(([, files]) => files.some((file) => existsSync(join(root, file))))
    .map(([type]) => type);
}
