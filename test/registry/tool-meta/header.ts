import { findHeader } from "../../../registry/tool-meta/comment.ts";
import { parseHeader } from "../../../registry/tool-meta/parse.ts";
import type { HeaderResult, HeaderText, ToolMeta } from "../../../registry/tool-meta/tool-meta.ts";

/** The keys that every header needs, but for those that a test writes itself. */
export const NEEDED_YAML = "noun: docs\nverb: fetch\npreconditions: []\nidempotent: true\nside_effects: []\n";
export const NEEDED_TAGS = "@noun docs\n@verb fetch\n@precondition none\n@idempotent true\n@side_effect none\n";

export function header(spelling: HeaderText["spelling"], text: string): HeaderText {
  return { spelling, text, line: 1, sha256: "" };
}

export function yaml(text: string): HeaderResult {
  return parseHeader(header("yaml", text), { shown: "lib/docs-fetch.sh", stem: "docs-fetch" });
}

export function tags(text: string): HeaderResult {
  return parseHeader(header("tags", text), { shown: "lib/docs-fetch.ts", stem: "docs-fetch" });
}

/** The header in normal form; fails with its problems if there are any. */
export function meta(result: HeaderResult): ToolMeta {
  if (!result.ok) throw new Error(JSON.stringify(result.problems, undefined, 1));
  return result.meta;
}

/** `line code message -> fix`, one for each problem. */
export function faults(result: HeaderResult): string[] {
  return result.ok ? [] : result.problems.map(({ line, code, message, fix }) => `${line} ${code} ${message} -> ${fix}`);
}

/** What a whole file's text parses to. */
export function fileMeta(source: string, stem = "docs-fetch"): ToolMeta {
  const { header: found, faults: problems } = findHeader(source);
  if (found === undefined || problems.length > 0) throw new Error(`no header, or faults: ${JSON.stringify(problems)}`);
  return meta(parseHeader({ ...found, sha256: "" }, { shown: "lib/x", stem }));
}
