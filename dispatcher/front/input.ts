import { closeSync, openSync, readSync } from "node:fs";
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
    value = JSON.parse(text);
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

/** More is no argument but a mistake, such as a device that never ends. Bytes. */
const MOST = 64 * 1024 * 1024;

function read(place: number | string, source: string, help: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readUpTo(place));
  } catch (cause) {
    if (cause instanceof TypeError) throw fault("input_not_json", { reason: "it is not UTF-8", help }, { cause });
    throw fault("input_unreadable", { source, reason: (cause as NodeJS.ErrnoException).code ?? String(cause), help }, { cause });
  }
}

function readUpTo(place: number | string): Buffer {
  const fd = typeof place === "number" ? place : openSync(place, "r");
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(64 * 1024);
      const count = readSync(fd, chunk, 0, chunk.length, null);
      if (count === 0) return Buffer.concat(chunks);
      total += count;
      if (total > MOST) throw Object.assign(new Error("too large"), { code: `more than ${MOST / 1024 / 1024} MiB` });
      chunks.push(chunk.subarray(0, count));
    }
  } finally {
    if (fd !== place) closeSync(fd);
  }
}
