import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REGISTRY_PATH } from "../entry.ts";
import { fault } from "../error/catalogue.ts";
import type { ToolError } from "../error/tool-error.ts";
import { type RegistryPart, registryParts } from "../project/registry-parts.ts";
import { splitFile } from "../project/split-file.ts";

/**
 * The text of a derived file as it was committed, undefined where there is none. BOM and CRLF are read as if
 * absent: an autocrlf checkout is no drift (case e4).
 *
 * @throws ToolError `registry_unreadable`
 */
export function readCommitted(root: string, path: string): string | undefined {
  try {
    return plainText(readFileSync(join(root, path), "utf8"));
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw unreadable(root, path, cause);
  }
}

/**
 * The same text by pieces, each up to and with `separator`, none where there is no file.
 *
 * @throws ToolError `registry_unreadable`, with the first piece
 */
export function* committedPieces(root: string, path: string, separator: string): Generator<string> {
  try {
    yield* splitFile(join(root, path), separator);
  } catch (cause) {
    if (!isMissing(cause)) throw unreadable(root, path, cause);
  }
}

/**
 * The committed registry part by part, none where there is no file.
 *
 * @throws ToolError `registry_unreadable`, with the first part
 */
export function* committedParts(root: string): Generator<RegistryPart> {
  try {
    yield* registryParts(join(root, REGISTRY_PATH));
  } catch (cause) {
    if (!isMissing(cause)) throw unreadable(root, REGISTRY_PATH, cause);
  }
}

function isMissing(cause: unknown): boolean {
  const code = (cause as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}

function unreadable(root: string, path: string, cause: unknown): ToolError {
  const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
  return fault("registry_unreadable", { file: join(root, path), reason }, { cause });
}

export function plainText(text: string): string {
  return (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).replaceAll("\r\n", "\n");
}

/** What a committed text turns out to be. Its entries are unchecked: anyone may have edited them. */
export type ParsedRegistry =
  | { kind: "registry"; value: Readonly<Record<string, unknown>>; tools: readonly unknown[] }
  | { kind: "conflict"; line: number }
  | { kind: "not_json"; reason: string };

export function parseCommitted(text: string): ParsedRegistry {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return { kind: "not_json", reason: "not a JSON object" };
    const tools: unknown = (value as Record<string, unknown>).tools;
    if (!Array.isArray(tools)) return { kind: "not_json", reason: "it holds no list of tools" };
    return { kind: "registry", value: value as Record<string, unknown>, tools };
  } catch (cause) {
    const line = conflictLine(text);
    if (line !== undefined) return { kind: "conflict", line };
    return { kind: "not_json", reason: ((cause as Error).message.split("\n")[0] ?? "").trim() };
  }
}

/** 1-based line of the first merge-conflict marker. In JSON no line can begin so. */
export function conflictLine(text: string): number | undefined {
  const at = text.search(/^(<{7}|>{7}|\|{7})( |$)/m);
  return at < 0 ? undefined : text.slice(0, at).split("\n").length;
}
