import { yamlText } from "./skill-fault.ts";

/** A value that was put into quotes. */
export interface QuotedValue {
  readonly key: string;
  /** 0-based, within the frontmatter. */
  readonly line: number;
  /** The line as it should have been written. */
  readonly instead: string;
}

/** Keys that clients know. A line that begins with one, indented too deep, is no text of the value above it. */
export const KNOWN_KEYS: readonly string[] = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
  "when_to_use",
  "argument-hint",
  "arguments",
  "disable-model-invocation",
  "user-invocable",
  "disallowed-tools",
  "model",
  "effort",
  "context",
  "agent",
  "background",
  "hooks",
  "paths",
  "shell",
];

const KEY_LINE = /^( *)([A-Za-z_][\w-]*):[ \t]+(\S.*)$/;

/**
 * Puts quotes around plain texts that YAML refuses or misreads (`description:
 * Prepare the kit: hooks`), for the one retry of a frontmatter that is no YAML.
 * A text goes on over indented lines, unless one of these is itself a known key:
 * then nothing is quoted there, so that no limit vanishes in a text.
 */
export function quoteValues(source: string): { readonly text: string; readonly quoted: readonly QuotedValue[] } {
  const lines = source.split("\n");
  const quoted: QuotedValue[] = [];
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const [, indent = "", key = "", first = ""] = KEY_LINE.exec(line) ?? [];
    if (key === "" || isBlock(first)) {
      out.push(line);
      continue;
    }
    const more = continuation(lines, at + 1, indent.length);
    const whole = [first, ...more].map(withoutComment);
    const value = whole
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .join(" ");
    if (!isMisread(value) || more.some(beginsKnownKey)) {
      out.push(line);
      continue;
    }
    const instead = `${indent}${key}: ${yamlText(value)}`;
    quoted.push({ key, line: at, instead });
    // Lines keep their numbers.
    out.push(instead, ...more.map(() => ""));
    at += more.length;
  }
  return { text: out.join("\n"), quoted };
}

/** Indented lines behind a value; blank ones only where more text follows. */
function continuation(lines: readonly string[], from: number, indent: number): string[] {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line.trim() === "") continue;
    if (line.length - line.trimStart().length <= indent) break;
    end = at + 1;
  }
  return lines.slice(from, end);
}

function beginsKnownKey(line: string): boolean {
  const key = /^\s*(?:- )?["']?([\w-]+)["']?:(?:\s|$)/.exec(line)?.[1];
  return key !== undefined && KNOWN_KEYS.includes(key);
}

function isBlock(value: string): boolean {
  return /^[|>](?:[+-]?\d?|\d[+-])(?:[ \t]+#.*)?[ \t]*$/.test(value);
}

function withoutComment(text: string): string {
  return text.replace(/(?:^|\s)#.*$/, "");
}

/** Whether YAML takes the text for something else than one plain scalar. */
function isMisread(value: string): boolean {
  const [first = ""] = value;
  if (first === '"') return !/^"(?:[^"\\]|\\.)*"$/.test(value);
  if (first === "'") return !/^'(?:[^']|'')*'$/.test(value);
  // Collections are left to YAML: a broken one must not become a text.
  if (first === "[" || first === "{") return !/[\]}]$/.test(value) && /^\[[^\]]*\]|^\{[^}]*\}/.test(value);
  return /^(?:[&*!%@`|>,\]}]|[-?:](?:\s|$))/.test(value) || /:(?:\s|$)/.test(value);
}
