import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fault } from "../../registry/error/catalogue.ts";

/**
 * The arguments of `--input`: JSON itself, `@file`, or `-` for stdin.
 *
 * @throws ToolError `input_unreadable`, `input_not_json`
 */
export function readInput(source: string, cwd: string, help: string): Record<string, unknown> {
  const text = source === "-" ? read(0, "-", help) : source.startsWith("@") ? read(resolve(cwd, source.slice(1)), source, help) : source;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw fault("input_not_json", { reason: (cause as Error).message, help }, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw fault("input_not_json", {
      reason: `it is ${Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`}`,
      help,
    });
  }
  return value as Record<string, unknown>;
}

function read(place: number | string, source: string, help: string): string {
  try {
    return readFileSync(place, "utf8");
  } catch (cause) {
    throw fault("input_unreadable", { source, reason: (cause as NodeJS.ErrnoException).code ?? String(cause), help }, { cause });
  }
}
