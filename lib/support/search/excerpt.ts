import { terms } from "../../../registry/text/words.ts";
import { isPrefixTerm, type Query } from "./query.ts";

/** In UTF-16 units. */
const LONGEST_EXCERPT = 280;
/** A line is cut into pieces of about this length, at the ends of sentences, so that a Japanese paragraph is no single piece. */
const PIECE = 120;

/**
 * The part of a section that says most about a query: neighbouring pieces of text with the most different terms, as written, on one line.
 * Made here rather than by FTS5, which holds folded terms only.
 */
export function excerpt(query: Query, text: string): string {
  const pieces = cutIntoPieces(text);
  if (pieces.length === 0) return "";
  const held = pieces.map((piece) => termsIn(query, piece));
  let best = { from: 0, to: 0, value: -1 };
  for (let from = 0; from < pieces.length; from++) {
    const seen = new Set<number>();
    let length = 0;
    for (let to = from; to < pieces.length; to++) {
      length += (pieces[to] as string).length + 1;
      if (to > from && length > LONGEST_EXCERPT) break;
      for (const term of held[to] ?? []) seen.add(term);
      // More terms first, then fewer pieces, then the earlier place.
      const value = seen.size * 1000 - (to - from);
      if (value > best.value) best = { from, to, value };
    }
  }
  return written(pieces, best.from, best.to);
}

/** What follows the chosen pieces fills the excerpt up. */
function written(pieces: readonly string[], from: number, to: number): string {
  let text = pieces.slice(from, to + 1).join(" ");
  let end = to + 1;
  for (; end < pieces.length && text.length + (pieces[end] as string).length < LONGEST_EXCERPT; end++) text += ` ${pieces[end]}`;
  const cut = text.length > LONGEST_EXCERPT ? cutAtWord(text) : text;
  return `${from > 0 ? "… " : ""}${cut}${cut.length < text.length || end < pieces.length ? " …" : ""}`;
}

function cutAtWord(text: string): string {
  const cut = text.slice(0, LONGEST_EXCERPT);
  const space = cut.lastIndexOf(" ");
  return (space > LONGEST_EXCERPT * 0.7 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, "");
}

function cutIntoPieces(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .flatMap((line) => (line.length <= PIECE * 1.5 ? [line] : sentences(line)));
}

function sentences(line: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const sentence of line.split(/(?<=[。！？])|(?<=[.!?] )/)) {
    if (piece !== "" && piece.length + sentence.length > PIECE) {
      pieces.push(piece.trim());
      piece = "";
    }
    piece += sentence;
  }
  if (piece.trim() !== "") pieces.push(piece.trim());
  return pieces;
}

function termsIn(query: Query, piece: string): Set<number> {
  const found = terms(piece);
  const words = new Set([...found.words, ...found.wholes]);
  const held = new Set<number>();
  query.terms.forEach((term, at) => {
    if (words.has(term) || (isPrefixTerm(term) && found.words.some((word) => word.startsWith(term)))) held.add(at);
  });
  return held;
}
