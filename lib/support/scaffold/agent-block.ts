import { fault } from "../../../registry/error/catalogue.ts";

export const BLOCK_BEGIN = "<!-- nichekit:begin -->";
export const BLOCK_END = "<!-- nichekit:end -->";

/** Ways to find more, each with the noun that the subject must carry for it. The first stands in for the second. */
const MORE: readonly (readonly [noun: string | undefined, words: string, about: string])[] = [
  [undefined, "--help --json", " (all nouns and verbs)"],
  ["tool", "tool list --full --json", " (all tools in one call)"],
  ["docs", "docs fetch --keywords …", ""],
  ["impl", "impl context --files …", ""],
];

/**
 * What an agent that enters the repository must know, in at most ten lines with the marks: the command, where the
 * registry is, the exit codes, how to find more. `command`: the wrapper as it is typed at the project's root; `nouns`:
 * those of the shared lib that it carries.
 */
export function agentBlock(command: string, nouns: readonly string[]): string {
  const more = MORE.filter(([noun]) => noun === undefined || nouns.includes(noun)).map(
    ([, words, about]) => `\`${command} ${words}\`${about}`,
  );
  return [
    BLOCK_BEGIN,
    `## Project tools: \`${command}\``,
    "",
    `- \`${command}\` lists the nouns, \`${command} <noun> <verb> --help\` explains one tool. \`--json\`: one JSON document; \`--dry-run\`: changes nothing.`,
    "- `logs/tool-registry.json` says what each tool needs and changes and whether it may be repeated; it is generated, never edited.",
    "- Exit 0: done. 1: run the `→ Fix:` line, then the same call again. 2: it failed, the message says how. 3: ask the user.",
    `- More: ${(nouns.includes("tool") ? more.slice(1) : more).join(", ")}.`,
    BLOCK_END,
  ].join("\n");
}

/**
 * A document with the block in it: where its marks stand, else at its end. All other text stays byte for byte, and
 * the document's line ends are kept. `replaces`: a block with other words was there.
 *
 * @throws ToolError `scaffold_marks_broken`
 */
export function withBlock(path: string, existing: string | undefined, block: string): { text: string; replaces: boolean } {
  if (existing === undefined || existing === "") return { text: `${block}\n`, replaces: false };
  const end = existing.includes("\r\n") ? "\r\n" : "\n";
  const wanted = block.replaceAll("\n", end);
  const begin = existing.indexOf(BLOCK_BEGIN);
  const close = existing.indexOf(BLOCK_END);
  if (begin < 0 && close < 0) {
    const gap = existing.endsWith(end + end) ? "" : existing.endsWith("\n") ? end : end + end;
    return { text: `${existing}${gap}${wanted}${end}`, replaces: false };
  }
  const line = existing.slice(0, Math.max(0, begin < 0 ? close : begin)).split("\n").length;
  const broken = (reason: string) => fault("scaffold_marks_broken", { path, line, reason });
  if (begin < 0 || close < begin) throw broken("an end without a begin");
  if (close < 0) throw broken("a begin without an end");
  if (existing.indexOf(BLOCK_BEGIN, begin + 1) >= 0 || existing.indexOf(BLOCK_END, close + 1) >= 0)
    throw broken("more than one pair of marks");
  const before = existing.slice(begin, close + BLOCK_END.length);
  return { text: existing.slice(0, begin) + wanted + existing.slice(close + BLOCK_END.length), replaces: before !== wanted };
}
