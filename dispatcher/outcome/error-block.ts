import { stripVTControlCharacters } from "node:util";
import type { Layer, Recoverable } from "../../registry/error/tool-error.ts";

/** The error form of contract 4.5, as read from a tool's stderr. */
export interface ErrorBlock {
  readonly layer: Layer;
  readonly recoverable: Recoverable;
  readonly message: string;
  /** In the order in which they must run; empty if the tool gave none. */
  readonly fix: readonly string[];
}

const TAGS = /\[LAYER:\s*(precondition|runtime|platform)\s*\][\s,;]*\[RECOVERABLE:\s*(yes|no|user[-_ ]action[-_ ]required)\s*\]/i;
/** `Error: …`, also behind a program's name: `docs-fetch: error: …`. */
const HEAD = /^\s*(?:[\w./-]+:\s+)?error:\s*/i;
const FIX = /^\s*(?:→|->|=>|-|•|\*)?\s*fix:\s*/i;
/** One-line spelling: where the next Fix begins. */
const NEXT_FIX = /\s*(?:→|->|=>)\s*fix:\s*/i;
/** A message that runs over more lines than this does not begin where it says. */
const LONGEST_MESSAGE = 40;

/**
 * Finds the last error block on stderr; undefined if there is none. Reads the one-line and the indented spelling, with colours,
 * CR LF, `→ Fix:`, `-> Fix:` and `Fix:`, repeated or followed by indented lines with one command each.
 */
export function parseErrorBlock(stderr: string): ErrorBlock | undefined {
  const lines = stripVTControlCharacters(stderr).replace(/\r\n?/g, "\n").split("\n");
  for (let at = lines.length - 1; at >= 0; at--) {
    const read = tagsAt(lines, at);
    if (read === undefined) continue;
    const { layer, recoverable, before, after, end } = read;
    const message = HEAD.test(before) ? before.replace(HEAD, "").trim() : messageAbove(lines, at, before);
    return { layer, recoverable, message, fix: [...fixesIn(after), ...fixesBelow(lines, end)] };
  }
  return undefined;
}

/** The block as it is written on stderr. A line break in the message is indented, so that the block stays one. */
export function formatErrorBlock(error: ErrorBlock): string {
  const message = error.message.replace(/\r\n?|\n/g, "\n  ");
  const fix = error.fix.map((line) => `\n  → Fix: ${line.replace(/\r\n?|\n/g, "\n    ")}`);
  return `Error: ${message}\n  [LAYER: ${error.layer}] [RECOVERABLE: ${error.recoverable}]${fix.join("")}\n`;
}

interface Tags {
  readonly layer: Layer;
  readonly recoverable: Recoverable;
  readonly before: string;
  readonly after: string;
  /** First line below the tags. */
  readonly end: number;
}

/** The two tags, on one line or on two. */
function tagsAt(lines: readonly string[], at: number): Tags | undefined {
  const line = lines[at] as string;
  if (!/\[LAYER:/i.test(line)) return undefined;
  const alone = TAGS.exec(line);
  const text = alone ? line : `${line}\n${lines[at + 1] ?? ""}`;
  const match = alone ?? TAGS.exec(text);
  if (match === null) return undefined;
  return {
    layer: (match[1] as string).toLowerCase() as Layer,
    recoverable: (match[2] as string).toLowerCase().replace(/[_ ]/g, "-") as Recoverable,
    before: text.slice(0, match.index),
    after: text.slice(match.index + match[0].length),
    end: at + (alone ? 1 : 2),
  };
}

/** The message stands above its tags, from the line that says `Error:` on. */
function messageAbove(lines: readonly string[], at: number, before: string): string {
  const own = before.trim();
  for (let start = at - 1; start >= Math.max(0, at - LONGEST_MESSAGE); start--) {
    const line = lines[start] as string;
    if (tagsAt(lines, start) !== undefined) break;
    if (!HEAD.test(line)) continue;
    const rest = lines.slice(start + 1, at).map((one) => one.replace(/^ {2}|^\t/, ""));
    return [line.replace(HEAD, ""), ...rest, ...(own ? [own] : [])].join("\n").trim();
  }
  if (own) return own;
  const above = lines.slice(Math.max(0, at - LONGEST_MESSAGE), at).findLast((line) => line.trim() !== "");
  return above?.trim() ?? "";
}

function fixesIn(text: string): string[] {
  if (!FIX.test(text)) return [];
  return text
    .replace(FIX, "")
    .split(NEXT_FIX)
    .map((one) => one.trim())
    .filter(Boolean);
}

/** Ends at the first line that is neither a Fix nor indented under one. */
function fixesBelow(lines: readonly string[], from: number): string[] {
  const fixes: string[] = [];
  let under = false;
  for (const line of lines.slice(from)) {
    const above = fixes.at(-1);
    if (FIX.test(line)) {
      fixes.push(...fixesIn(line));
      under = true;
    } else if (under && /^\s+\S/.test(line)) {
      if (above?.endsWith("\\")) fixes[fixes.length - 1] = `${above}\n${line.trim()}`;
      else fixes.push(line.trim().replace(/^(→|->|=>)\s*/, ""));
    } else break;
  }
  return fixes;
}
