import type { Spec } from "comment-parser";
import { distance } from "fastest-levenshtein";
import type { RawProblem } from "./raw-header.ts";
import { TAGS } from "./tags.ts";

/** What stands behind the `@` of a tag, up to the white space. `_` may begin it, so that `@__proto__` is told as unknown. */
export const TAG_NAME = /^[A-Za-z_][\w-]*$/;

/** How many letters a word may differ from a tag to be meant for it; half of a short word at the most. */
const NEAR = 2;

/**
 * The tag that `side_effect:`, `risk(high)` or `sideefect=none` was meant for: without the white space a tag needs, it would be
 * text of the tag before it, and the tool would run with less declared. Undefined for a proper tag's name and for other
 * text, as `Injectable()`.
 */
export function unspacedTag(word: string): string | undefined {
  if (TAG_NAME.test(word)) return undefined;
  const head = /^[\w-]+/.exec(word)?.[0] ?? "";
  return near(head) ?? near(word.replace(/[^\w-]/g, ""));
}

/** A tag as it was meant, with the fault that no white space ends it. */
export interface Unspaced {
  tag: string;
  value: string;
  problem: RawProblem;
}

export function unspaced(spec: Spec, tag: string): Unspaced {
  const [first] = spec.source;
  const written = (first?.source ?? `@${spec.tag}`).replace(/^ \* ?/, "").trim();
  const [, bracket, rest = ""] = /^@[\w-]*[^\w\s({["']*(\(?)(.*)$/s.exec(written) ?? [];
  const value = (bracket === "(" ? rest.replace(/\)\s*;?$/, "") : rest).trim();
  return {
    tag,
    value,
    problem: {
      code: "header_syntax",
      line: first?.number ?? 1,
      message: `No white space ends the tag in ${JSON.stringify(written.slice(0, 80))}`,
      fix: `Write a space: @${tag} ${value}`.trimEnd(),
    },
  };
}

function near(word: string): string | undefined {
  const plain = normal(word);
  const most = Math.min(NEAR, Math.floor(plain.length / 2));
  const found = Object.keys(TAGS)
    .map((tag) => ({ tag, steps: distance(plain, normal(tag)) }))
    .sort((a, b) => a.steps - b.steps)[0];
  return found !== undefined && plain !== "" && found.steps <= most ? found.tag : undefined;
}

/** `dry-run`, `dryRun` and `Dry_Run` are one word. */
function normal(word: string): string {
  return word.replace(/[-_]/g, "").toLowerCase();
}
