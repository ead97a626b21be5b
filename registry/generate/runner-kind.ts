import { extname } from "node:path";
import type { RunnerKind } from "../entry.ts";

const MODULE = new Set([".ts", ".mts", ".js", ".mjs"]);

/** JavaScript and TypeScript are run in the dispatcher's process, unless a shebang says that the file is a program. */
export function runnerKind(file: string, shebang: string | undefined): RunnerKind {
  return shebang === undefined && MODULE.has(extname(file)) ? "module" : "process";
}
