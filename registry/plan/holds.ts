import { accessSync, constants, existsSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "../project/find-program.ts";
import type { Precondition } from "./precondition.ts";
import { referencedVariables, resolvePath } from "./resolve.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Why a precondition does not hold. */
export interface Unmet {
  precondition: Precondition;
  /** `denied`: the platform forbids to find out or to do it. */
  kind: "unset" | "missing" | "wrong-kind" | "not-permitted" | "not-executable" | "older" | "denied";
  /** One clause for people: `DOCS_DIR not found: /srv/docs`. */
  reason: string;
  /** The absolute path it is about, if there is one. */
  path?: string;
  /** The variable it is about, if there is one. */
  variable?: string;
}

/** Tests one precondition now (contract 4.8). Prose cannot be tested and counts as holding. */
export function unmet(precondition: Precondition, env: Env, root: string): Unmet | undefined {
  if (precondition.kind === "prose") return undefined;
  if (precondition.kind === "set") {
    if (env[precondition.name]) return undefined;
    return { precondition, kind: "unset", reason: `${precondition.name} is not set`, variable: precondition.name };
  }
  if (precondition.kind === "command") {
    if (findProgram(precondition.name, { path: env.PATH, cwd: root }) !== undefined) return undefined;
    return { precondition, kind: "missing", reason: `The command ${precondition.name} is not on PATH` };
  }
  const path = resolvePath(precondition.path, env, root);
  const [variable] = referencedVariables(precondition.path);
  const about = { precondition, ...(variable === undefined ? {} : { variable }), ...(path === undefined ? {} : { path }) };
  if (path === undefined) return { ...about, kind: "unset", reason: `${variable} is not set` };
  const name = `\${${variable}}` === precondition.path ? `${variable}` : precondition.path;
  try {
    const stat = statSync(path);
    return testPath(precondition, path, stat, env, root, about, name);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "EACCES" || code === "EPERM") return { ...about, kind: "denied", reason: `Permission denied: ${name}: ${path}` };
    return { ...about, kind: "missing", reason: `${name} not found: ${path}` };
  }
}

type PathTest = Extract<Precondition, { path: string }>;

function testPath(
  test: PathTest,
  path: string,
  stat: Stats,
  env: Env,
  root: string,
  about: Pick<Unmet, "precondition">,
  name: string,
): Unmet | undefined {
  switch (test.kind) {
    case "exists":
      return undefined;
    case "file":
      return stat.isFile() ? undefined : { ...about, kind: "wrong-kind", reason: `${name} is not a file: ${path}` };
    case "directory":
      return stat.isDirectory() ? undefined : { ...about, kind: "wrong-kind", reason: `${name} is not a directory: ${path}` };
    case "writable":
      return may(path, constants.W_OK) ? undefined : { ...about, kind: "not-permitted", reason: `${name} is not writable: ${path}` };
    case "executable":
      return may(path, constants.X_OK) ? undefined : { ...about, kind: "not-executable", reason: `${name} is not executable: ${path}` };
    case "newer": {
      const than = resolvePath(test.than, env, root);
      if (than === undefined) return { ...about, kind: "unset", reason: `${referencedVariables(test.than).join(", ")} is not set` };
      if (!existsSync(than) || newestChange(path) >= newestChange(than)) return undefined;
      return { ...about, kind: "older", reason: `${name} is older than ${than}` };
    }
  }
}

/** Milliseconds of the latest change: of a file its own, of a folder the latest of the files in it. */
function newestChange(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let newest = 0;
  for (const item of readdirSync(path, { withFileTypes: true })) {
    if (item.isDirectory() || item.isFile()) newest = Math.max(newest, newestChange(join(path, item.name)));
  }
  return newest === 0 ? stat.mtimeMs : newest;
}

function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
