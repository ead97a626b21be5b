import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fault } from "../error/catalogue.ts";

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
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw fault("registry_unreadable", { file: join(root, path), reason: code ?? String(cause) }, { cause });
  }
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
