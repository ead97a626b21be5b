import { newlineOf } from "./text-form.ts";

/** A part of a text and what takes its place; offsets in UTF-16 units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/**
 * Where a text stands in another, overlapping places included. A newline of `old` matches the file's own, be it \n or
 * \r\n, since whoever writes `old` has seen neither.
 */
export function placesOf(text: string, old: string): readonly { start: number; end: number }[] {
  const wanted = plain(old);
  const places: { start: number; end: number }[] = [];
  if (!wanted.includes("\n") || !text.includes("\r\n")) {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) places.push({ start: at, end: at + wanted.length });
    return places;
  }
  const expression = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("\n", "\\r?\\n"), "g");
  for (let found = expression.exec(text); found !== null; found = expression.exec(text)) {
    places.push({ start: found.index, end: found.index + found[0].length });
    expression.lastIndex = found.index + 1;
  }
  return places;
}

/** What is put in the places, from the first on; one that overlaps the one before is left. Newlines become those of the place, else of the text. */
export function splicesFor(text: string, places: readonly { start: number; end: number }[], replacement: string): readonly Splice[] {
  const insert = plain(replacement);
  const usual = newlineOf(text);
  const splices: Splice[] = [];
  for (const { start, end } of places) {
    if (start < (splices.at(-1)?.end ?? 0)) continue;
    const replaced = text.slice(start, end);
    const newline = replaced.includes("\n") ? newlineOf(replaced) : usual;
    splices.push({ start, end, insert: newline === "\n" ? insert : insert.replaceAll("\n", newline) });
  }
  return splices;
}

export function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, insert } of splices) {
    parts.push(text.slice(at, start), insert);
    at = end;
  }
  return parts.join("") + text.slice(at);
}

/** 1-based. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

function plain(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}
