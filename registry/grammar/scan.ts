import { findGlobal } from "./global-options.ts";
import type { Word } from "./split.ts";

/** What a line is about, as far as that can be told before anything of it is checked. */
export interface Scanned {
  noun: Word | undefined;
  verb: Word | undefined;
  help: boolean;
  version: boolean;
  json: boolean;
  dryRun: boolean;
}

/** Finds noun and verb, the first two words that are no global option or its value, and the options that hold whatever else is wrong. */
export function scanLine(line: readonly string[]): Scanned {
  const end = line.indexOf("--");
  const before = end < 0 ? line : line.slice(0, end);
  const words: Word[] = [];
  for (let index = 0; index < before.length && words.length < 2; index++) {
    const text = before[index] as string;
    const option = findGlobal(text.split("=", 1)[0] as string);
    if (option === undefined) words.push({ text, index, apart: false });
    else if (option.value !== undefined && !text.includes("=")) index++;
  }
  const has = (...spellings: readonly string[]) => before.some((word) => spellings.includes(word));
  return {
    noun: words[0],
    verb: words[1],
    help: has("--help", "-h"),
    version: has("--version"),
    json: has("--json"),
    dryRun: has("--dry-run"),
  };
}
