import { createHash, type Hash } from "node:crypto";
import type { ToolEntry } from "../entry.ts";
import { TYPES_FOOT, TYPES_HEAD, typesPart } from "./types-file.ts";

/** The text of `logs/tool-types.d.ts` (`typesFile`), known again without being kept. */
export interface TypesByNoun {
  /** The tools come in the order of their ids. */
  add(tool: ToolEntry): void;
  /** Whether `pieces`, put together, are the text. */
  is(pieces: Iterable<string>): boolean;
  /** The text itself, where it is kept. */
  text(): string;
}

/**
 * A noun's tools stand together in the file, in the order of their ids, but not all nouns are in that order (`a-b c` is
 * behind `a d`): so there is a digest for each noun.
 */
interface OneNoun {
  digest: Hash;
  /** UTF-16 code units. */
  length: number;
  texts: string[];
}

export function typesByNoun(keep = false): TypesByNoun {
  const nouns = new Map<string, OneNoun>();
  const add = (tool: ToolEntry) => {
    const text = typesPart(tool);
    const known = nouns.get(tool.noun) ?? { digest: createHash("sha256"), length: 0, texts: [] };
    known.digest.update(text);
    known.length += text.length;
    if (keep) known.texts.push(text);
    nouns.set(tool.noun, known);
  };
  // No kebab-case name holds a space, nor what sorts before one.
  const inOrder = () => [...nouns].sort(([a], [b]) => (`${a} ` < `${b} ` ? -1 : 1)).map(([, noun]) => noun);
  return {
    add,
    is: (pieces) => {
      const parts = [
        fixed(TYPES_HEAD),
        ...inOrder().map(({ digest, length }) => ({ digest: digest.copy().digest("hex"), length })),
        fixed(TYPES_FOOT),
      ];
      return consistsOf(pieces, parts);
    },
    text: () => [TYPES_HEAD, ...inOrder().flatMap(({ texts }) => texts), TYPES_FOOT].join(""),
  };
}

interface Part {
  digest: string;
  length: number;
}

function fixed(text: string): Part {
  return { digest: createHash("sha256").update(text).digest("hex"), length: text.length };
}

function consistsOf(pieces: Iterable<string>, parts: readonly Part[]): boolean {
  let at = 0;
  let read = 0;
  let digest = createHash("sha256");
  for (const piece of pieces) {
    let from = 0;
    while (from < piece.length) {
      const part = parts[at];
      if (part === undefined) return false;
      const next = piece.slice(from, from + part.length - read);
      digest.update(next);
      from += next.length;
      read += next.length;
      if (read < part.length) continue;
      if (digest.digest("hex") !== part.digest) return false;
      at += 1;
      read = 0;
      digest = createHash("sha256");
    }
  }
  return at === parts.length;
}
