import { distance } from "fastest-levenshtein";

/** The passage of a text that was probably meant. */
export interface Passage {
  /** 1-based. */
  readonly start_line: number;
  readonly end_line: number;
  /** Its lines with their numbers. */
  readonly text: string;
  /** What keeps it from being the same, in words. */
  readonly differs: string;
}

/** Readings of the wanted text or of both that forgive one kind of difference each, the smallest first. */
const FORGIVING: readonly { differs: string; wanted?: (text: string) => string; line?: (line: string) => string }[] = [
  { differs: "the line numbers in front are not part of the file", wanted: (text) => text.replace(/^ *\d+[\t:|]/gm, "") },
  {
    differs: "a written \\n or \\t where the file has a newline or tab",
    wanted: (text) => text.replaceAll("\\n", "\n").replaceAll("\\t", "\t"),
  },
  { differs: "whitespace at the end of a line", line: (line) => line.trimEnd() },
  { differs: "indentation", line: (line) => line.trim() },
  { differs: "whitespace", line: (line) => line.replace(/\s+/g, "") },
  { differs: "quotes, dashes or the width of letters", line: (line) => plainLetters(line) },
  { differs: "upper and lower case", line: (line) => plainLetters(line).toLowerCase() },
];

/** Lines and characters that are compared letter by letter. */
const MOST_COMPARED = 20_000;
const LONGEST_COMPARED = 400;
/** A line that stands in more places tells nothing. */
const COMMON = 50;
const MOST_SHOWN = 20;

/** Where `wanted` was probably meant to be; undefined where nothing in the text is near it. */
export function nearestPassage(text: string, wanted: string): Passage | undefined {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const plain = wanted.replaceAll("\r\n", "\n");
  for (const { differs, wanted: reread = same, line = same } of FORGIVING) {
    const given = reread(plain);
    if (given === plain && line === same) continue;
    const parts = given.split("\n").map(line);
    if (parts.join("") === "") continue;
    const at = windowOf(lines.map(line), parts);
    if (at !== undefined) return passage(lines, at, parts.length, differs);
  }
  return mostAlike(lines, plain.replace(/^\n+|\n+$/g, "").split("\n"));
}

function same(text: string): string {
  return text;
}

function plainLetters(line: string): string {
  return line
    .normalize("NFKC")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚`]/g, "'")
    .replace(/[‐-―−]/g, "-")
    .replace(/\s+/g, "");
}

/** The first line of the place where the parts stand: the first may begin and the last may end within a line. */
function windowOf(lines: readonly string[], parts: readonly string[]): number | undefined {
  const last = parts.length - 1;
  const fits = (at: number) =>
    parts.every((part, index) => {
      const line = lines[at + index];
      if (line === undefined) return false;
      if (last === 0) return line.includes(part);
      if (index === 0) return line.endsWith(part);
      return index === last ? line.startsWith(part) : line === part;
    });
  for (let at = 0; at + last < lines.length; at += 1) if (fits(at)) return at;
  return undefined;
}

/** By the lines that stand in both in the same order; without any, the one line most like the longest of the wanted. */
function mostAlike(lines: readonly string[], parts: readonly string[]): Passage | undefined {
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const known = places.get(line.trim());
    if (known === undefined) places.set(line.trim(), [at]);
    else known.push(at);
  }
  const votes = new Map<number, number>();
  for (const [index, part] of parts.entries()) {
    const found = part.trim() === "" ? [] : (places.get(part.trim()) ?? []);
    if (found.length <= COMMON) for (const at of found) votes.set(at - index, (votes.get(at - index) ?? 0) + 1);
  }
  const [best] = [...votes].sort(([a, x], [b, y]) => y - x || a - b);
  if (best !== undefined) {
    const from = Math.max(0, best[0]);
    const wrong = parts.flatMap((part, index) => (lines[best[0] + index]?.trim() === part.trim() ? [] : [best[0] + index + 1]));
    return passage(lines, from, parts.length, `other text in line ${wrong.slice(0, 5).join(", ")}${wrong.length > 5 ? " and more" : ""}`);
  }
  const index = parts.reduce((longest, part, at) => (part.trim().length > (parts[longest] ?? "").trim().length ? at : longest), 0);
  const wanted = (parts[index] ?? "").trim().slice(0, LONGEST_COMPARED);
  const near = nearestLine(lines, wanted);
  return near === undefined ? undefined : passage(lines, Math.max(0, near - index), parts.length, `other text in line ${near + 1}`);
}

function nearestLine(lines: readonly string[], wanted: string): number | undefined {
  let least = Math.floor(wanted.length * 0.4);
  let nearest: number | undefined;
  for (const [at, whole] of lines.slice(0, MOST_COMPARED).entries()) {
    const line = whole.trim().slice(0, LONGEST_COMPARED);
    if (Math.abs(line.length - wanted.length) > least || line === "") continue;
    const far = distance(wanted, line);
    if (far < least || (far === least && nearest === undefined)) [least, nearest] = [far, at];
  }
  return nearest;
}

function passage(lines: readonly string[], from: number, count: number, differs: string): Passage {
  const to = Math.min(lines.length, from + count);
  const shown = lines.slice(from, Math.min(to, from + MOST_SHOWN)).map((line, at) => `${from + at + 1}\t${line.slice(0, 500)}`);
  return { start_line: from + 1, end_line: Math.max(to, from + 1), text: shown.join("\n"), differs };
}
