import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unmet } from "../../../registry/plan/holds.ts";
import { packageVersion } from "../../../registry/project/package-root.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** How a project carries the dispatcher: as a package of its own, or as one of the machine. */
export type Carrying = "dependency" | "global";

/** How one package manager installs, in CI and by hand. */
export interface PackageManager {
  name: "npm" | "pnpm" | "yarn";
  /** Command line that adds nichekit to the project. */
  add: string;
  /** Command lines of CI that install what the lock file says. */
  install: readonly string[];
  /** Prefix of a command that is the project's own package. */
  exec: string;
}

/** The facts of a project that decide how nichekit is carried. */
export interface ProjectFacts {
  /** Name in package.json without its scope; undefined where there is none. */
  packageName: string | undefined;
  carrying: Carrying;
  manager: PackageManager;
  lockFile: boolean;
  /** The dispatcher can be found already, by the way it is carried. */
  installed: boolean;
  dependencies: readonly string[];
}

export function projectFacts(root: string, carry: "auto" | Carrying, env: Env): ProjectFacts {
  const manifest = readManifest(root);
  const carrying = carry === "auto" ? (manifest === undefined ? "global" : "dependency") : carry;
  const lockFile = ["package-lock.json", "npm-shrinkwrap.json"].some((name) => existsSync(join(root, name)));
  const dependencies = [manifest?.dependencies, manifest?.devDependencies].flatMap((list) => Object.keys(list ?? {}));
  const own = manifest?.name === "nichekit";
  return {
    packageName: manifest?.name?.replace(/^@[^/]*\//, ""),
    carrying,
    manager: packageManager(root, lockFile),
    lockFile,
    installed: own || existsSync(join(root, "node_modules/.bin/niche-dispatch")) || (carrying === "global" && onPath(env, root)),
    dependencies,
  };
}

function packageManager(root: string, lockFile: boolean): PackageManager {
  const has = (name: string) => existsSync(join(root, name));
  if (!lockFile && has("pnpm-lock.yaml")) {
    return {
      name: "pnpm",
      add: "pnpm add --save-dev nichekit",
      install: ["corepack enable", "pnpm install --frozen-lockfile"],
      exec: "pnpm exec",
    };
  }
  if (!lockFile && has("yarn.lock")) {
    return { name: "yarn", add: "yarn add --dev nichekit", install: ["corepack enable", "yarn install --immutable"], exec: "yarn run" };
  }
  return { name: "npm", add: "npm install --save-dev nichekit", install: [lockFile ? "npm ci" : "npm install"], exec: "npx --no-install" };
}

/** Whether a wrapper finds a global installation. */
export function onPath(env: Env, root: string): boolean {
  return unmet({ kind: "command", name: "niche-dispatch", text: "command niche-dispatch" }, env, root) === undefined;
}

/** The command line that brings the dispatcher. */
export function installLine(facts: ProjectFacts): string {
  return facts.carrying === "global" ? `npm install --global nichekit@${packageVersion()}` : facts.manager.add;
}

interface Manifest {
  name?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** A package.json that is no JSON is the project's own trouble: it counts as there, and says nothing. */
function readManifest(root: string): Manifest | undefined {
  const file = join(root, "package.json");
  if (!existsSync(file)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof value === "object" && value !== null ? (value as Manifest) : {};
  } catch {
    return {};
  }
}
