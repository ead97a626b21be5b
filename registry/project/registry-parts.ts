import { splitFile } from "./split-file.ts";

/**
 * A part of a registry's text: all before the first entry, an entry with its four spaces of indent, all behind the last
 * one. `other`: from here on it is not laid out as nichekit writes it; no more parts follow.
 */
export type RegistryPart = { kind: "head" | "entry" | "tail"; text: string } | { kind: "other" };

const TOOLS = '\n  "tools": [\n';
const BEGIN = "    {\n";
const END = "\n    }";

/**
 * The text of the registry in `file` part by part, so that the memory does not grow with the number of tools. Nothing is
 * parsed. In JSON no string goes over a line's end: where head, every entry and tail are JSON each for itself, so is the
 * whole, and it says what they say.
 *
 * Throws only what `node:fs` throws.
 */
export function* registryParts(file: string): Generator<RegistryPart> {
  let before = "";
  for (const piece of splitFile(file, END)) {
    if (before === "") {
      const head = piece.indexOf(TOOLS) + TOOLS.length;
      if (head < TOOLS.length || !piece.startsWith(BEGIN, head) || !piece.endsWith(END)) break;
      yield { kind: "head", text: piece.slice(0, head) };
      yield { kind: "entry", text: piece.slice(head) };
      before = ",\n";
    } else if (piece.endsWith(END)) {
      if (!piece.startsWith(before + BEGIN)) break;
      yield { kind: "entry", text: piece.slice(before.length) };
    } else {
      if (!piece.startsWith("\n  ]")) break;
      yield { kind: "tail", text: piece.slice(1) };
      return;
    }
  }
  yield { kind: "other" };
}
