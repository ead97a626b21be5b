import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { host } from "./host.ts";
import type { RunRequest } from "./run-request.ts";

/** Arguments above this (bytes of JSON) go to a file: one environment string above 131,072 bytes is E2BIG. */
const LARGEST_VARIABLE = 64 * 1024;

/** Who carries the arguments besides the JSON: argv and variables; the variables that fit; or neither, and the JSON stands in its file. */
export type Carrier = "all" | "variables" | "file";

export interface ProcessEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Removes the file of `TOOL_ARGS_FILE`, if there is one. */
  dispose(): void;
}

/**
 * The environment of a process tool (contract 4.4): the declared variables, and what the dispatcher adds.
 *
 * `TOOL_JSON`, `TOOL_DRY_RUN` and `TOOL_YES` are always set, to `1` or to nothing, so that `[ -n … ]`, `[ … = 1 ]`
 * and a plain truth test agree, under `set -u` too. `TOOL_ARGS` is the arguments' JSON; beyond 64 KiB it is unset and
 * `TOOL_ARGS_FILE` names a file with the same JSON. `ARG_<NAME>` is the value's text, a list's one value a line; a value with a newline
 * or a NUL, an object, and one beyond 64 KiB stand in the JSON alone. Where argv cannot carry the arguments, their JSON stands in the
 * file whatever its size.
 */
export function processEnvironment(request: RunRequest, carrier: Carrier = "all"): ProcessEnvironment {
  const env: Record<string, string> = {
    ...request.env,
    PROJECT_ROOT: request.projectRoot,
    SUBJECT_COMMAND: request.subjectCommand,
    TOOL_JSON: request.json ? "1" : "",
    TOOL_DRY_RUN: request.dryRun ? "1" : "",
    TOOL_YES: request.yes ? "1" : "",
    TOOL_SUPPORT: join(host().packageRoot, "lib/support/tool-support.sh"),
  };
  const session = request.env.TOOL_SESSION ?? process.env.TOOL_SESSION;
  if (session) env.TOOL_SESSION = session;
  for (const [name, value] of carrier === "file" ? [] : Object.entries(request.args)) {
    const text = argumentText(value);
    if (text !== undefined) env[argumentVariable(name)] = text;
  }
  const json = JSON.stringify(request.args);
  delete env.TOOL_ARGS;
  delete env.TOOL_ARGS_FILE;
  if (carrier === "all" && Buffer.byteLength(json) <= LARGEST_VARIABLE) return { env: { ...env, TOOL_ARGS: json }, dispose: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "nichekit-args-"));
  const file = join(folder, "args.json");
  writeFileSync(file, json, { mode: 0o600 });
  return { env: { ...env, TOOL_ARGS_FILE: file }, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

/** `dry-limit` → `ARG_DRY_LIMIT`. */
export function argumentVariable(name: string): string {
  return `ARG_${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
}

function argumentText(value: unknown): string | undefined {
  const values = Array.isArray(value) ? value : [value];
  const texts = values.map((one) =>
    typeof one === "string" ? one : typeof one === "number" || typeof one === "boolean" ? String(one) : undefined,
  );
  if (texts.some((text) => text === undefined || text.includes("\n") || text.includes("\0"))) return undefined;
  const text = texts.join("\n");
  return Buffer.byteLength(text) <= LARGEST_VARIABLE ? text : undefined;
}
