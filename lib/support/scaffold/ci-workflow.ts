import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../registry/project/package-root.ts";
import { installLine, type ProjectFacts } from "./carrying.ts";

export const WORKFLOW_PATH = ".github/workflows/gen-registry.yml";

/**
 * The workflow of `docs/ci/gen-registry.yml` for this project: run for every branch, whatever the main one is called,
 * installing as the project carries nichekit.
 */
export function ciWorkflow(facts: ProjectFacts): string {
  const template = readFileSync(join(packageRoot(), "docs/ci/gen-registry.yml"), "utf8");
  const global = facts.carrying === "global";
  const install = global ? [installLine(facts)] : facts.manager.install;
  const check = global ? "gen-registry --check" : `${facts.manager.exec} gen-registry --check`;
  const cached = !global && facts.manager.name === "npm" && facts.lockFile;
  return template
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("# Copy to ") || /^ {4}branches:/.test(line)) return [];
      if (/^ +cache: npm$/.test(line)) return cached ? [line] : [];
      if (/^ +- run: npm ci$/.test(line)) return install.map((command) => line.replace("npm ci", command));
      return [line.replace(/npx --no-install gen-registry --check$/, check)];
    })
    .join("\n");
}
