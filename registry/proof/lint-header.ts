import type { ToolEntry } from "../entry.ts";
import { nearest } from "../tool-meta/nearest.ts";
import { readExample } from "./example-call.ts";
import { type Finding, type FindingPlace, finding } from "./finding.ts";

/** Where the words of a header stand: the 1-based line of the first that holds `text`, else the header's own. */
export type LineOf = (text: string) => number;

/** The rules that need the header alone: is it complete, can it be checked, can its examples be tried? `tools`: every `<noun> <verb>` there is. */
export function lintHeader(entry: ToolEntry, tools: readonly string[], place: FindingPlace, lineOf: LineOf): Finding[] {
  const found: Finding[] = [];
  const at = (text: string): FindingPlace => ({ ...place, line: lineOf(text) });
  for (const { kind, text } of [...entry.preconditions, ...entry.side_effects]) {
    if (kind !== "prose") continue;
    const isEffect = entry.side_effects.some((effect) => effect.text === text);
    const message = isEffect
      ? `No known side effect, so it counts as the gravest: ${text}`
      : `No known precondition, so nothing checks it: ${text}`;
    found.push(finding(at(text), "header_prose", message, isEffect ? EFFECTS : PRECONDITIONS));
  }
  const parameters = [...(entry.options ?? []), ...(entry.args ?? [])];
  if (entry.summary === undefined && parameters.length > 0) {
    const instead = "Add a summary: one sentence, what the tool does and when to use it";
    found.push(finding(at("noun"), "summary_missing", "The tool takes arguments but has no summary", instead));
  }
  for (const other of entry.see_also ?? []) {
    if (tools.includes(other) || !/^[a-z][\w-]* [a-z][\w-]*$/.test(other)) continue;
    const near = nearest(other, tools);
    const instead = near === undefined ? `Remove ${other} from see_also` : `Write ${near}`;
    found.push(finding(at(other), "see_also_unknown", `see_also names no tool: ${other}`, instead));
  }
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  if (required.length > 0 && (entry.examples ?? []).length === 0) {
    const instead = `Add an example that gives ${required.join(", ")}: ${entry.noun} ${entry.verb} …`;
    found.push(finding(at("noun"), "example_missing", `${required.join(", ")} must be given, and no example says what with`, instead));
  }
  for (const example of entry.examples ?? []) {
    const read = readExample(entry, example);
    if (read.ok) continue;
    const instead = `Write one call as it is typed behind the subject, with arguments that the header declares: ${entry.noun} ${entry.verb} …`;
    found.push(finding(at(example), read.rule, `The example cannot be run: ${read.reason}: ${example}`, instead));
  }
  return found;
}

const EFFECTS = "Write one of: reads | writes | creates | deletes PATH, network read | write HOST, external SYSTEM what, process what";
const PRECONDITIONS =
  "Write one of: NAME is set, PATH exists, PATH is a file | a directory | writable | executable, command NAME, PATH newer than PATH";
