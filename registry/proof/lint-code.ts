import type { ToolMeta } from "../tool-meta/tool-meta.ts";
import { toolVariables } from "../tool-meta/tool-variables.ts";
import type { Language } from "./code-lines.ts";
import { type Finding, type FindingPlace, finding } from "./finding.ts";
import { outsideWrites } from "./outside-writes.ts";
import { redirections } from "./redirections.ts";
import { sendsOut } from "./sends-out.ts";
import { variablesRead } from "./variables-read.ts";
import { WRITES } from "./writing-code.ts";

/** Folders of one machine or one person. `/dev/null` and the like are every machine's. */
const ABSOLUTE =
  /(["'`])((?:\/(?:home|Users|root|usr|opt|var|tmp|etc|srv|mnt|private|Volumes)(?:\/|(?=\1)))[^"'`\s]*|[A-Za-z]:\\\\[^"'`]*)/g;

/** The rules that need the code alone. `lines` as `codeLines` gives them; nothing is run. */
export function lintCode(
  meta: Pick<ToolMeta, "env" | "preconditions" | "side_effects">,
  lines: readonly string[],
  language: Language,
  place: FindingPlace,
): Finding[] {
  return [
    ...modulePlaces(lines, language, place),
    ...undeclaredReads(meta, lines, language, place),
    ...suspectedWrites(meta, lines, language, place),
    ...toldOutside(meta, lines, language, place),
    ...toldSending(meta, lines, place),
  ];
}

function modulePlaces(lines: readonly string[], language: Language, place: FindingPlace): Finding[] {
  if (language !== "module") return [];
  return lines.flatMap((text, at) => {
    const here = { ...place, line: at + 1 };
    const found: Finding[] = [];
    for (const match of text.matchAll(ABSOLUTE)) {
      const instead = "Take the place from context.env (PROJECT_ROOT, or a variable that the header declares), or from an option";
      found.push(finding(here, "absolute_path", `An absolute path: ${match[2]}`, instead));
    }
    if (/\bprocess\s*\.\s*cwd\s*\(/.test(text) || /\bimport\b.*\bcwd\b.*["'](?:node:)?process["']/.test(text)) {
      const instead = "Use context.env.PROJECT_ROOT for the project's files, and context.cwd for a path that the caller gave";
      found.push(finding(here, "cwd_reliance", "process.cwd() is the dispatcher's folder, not the project's", instead));
    }
    if (/\bprocess\s*\.\s*(?:exit|abort|kill)\s*\(/.test(text)) {
      found.push(finding(here, "process_exit", "The tool ends the process that it is a guest in", "Return the data, or throw a ToolError"));
    }
    return found;
  });
}

function undeclaredReads(
  meta: Pick<ToolMeta, "env" | "preconditions" | "side_effects">,
  lines: readonly string[],
  language: Language,
  place: FindingPlace,
): Finding[] {
  const known = toolVariables(meta);
  if (known.has("*")) return [];
  const isKnown = (name: string) => known.has(name) || /^(?:LC_|ARG_|TOOL_)/.test(name) || name === "_";
  const byName = new Map<string, { line: number; optional: boolean }>();
  for (const { name, line, optional } of variablesRead(lines, language)) {
    if (isKnown(name)) continue;
    const before = byName.get(name);
    if (before === undefined) byName.set(name, { line, optional });
    // One guarded read makes the others safe; one of a kind is what is told.
    else if (optional) byName.set(name, { line: before.line, optional: true });
  }
  return [...byName].map(([name, { line, optional }]) => {
    const message = `${name} is read but not declared, so it is never set${optional ? ": the default always holds" : ""}`;
    return finding({ ...place, line }, optional ? "env_read_undeclared" : "env_undeclared", message, `Add ${name} to env in the header`);
  });
}

function suspectedWrites(
  meta: Pick<ToolMeta, "side_effects">,
  lines: readonly string[],
  language: Language,
  place: FindingPlace,
): Finding[] {
  // What is called a process, or external, or prose may write anywhere: the header has said so.
  if (meta.side_effects.some(({ kind }) => kind !== "reads" && kind !== "network")) return [];
  const pattern = WRITES[language];
  const at = pattern === undefined ? -1 : lines.findIndex((text) => pattern.test(text));
  const call = at < 0 ? undefined : (pattern?.exec(lines[at] as string)?.[1] ?? "").trim();
  // An absolute one is told by itself.
  const [sent] = language === "shell" ? redirections(lines).filter(({ target }) => !target.startsWith("/")) : [];
  const first =
    sent !== undefined && (call === undefined || sent.line <= at)
      ? { line: sent.line, what: `> ${sent.target}` }
      : { line: at + 1, what: call };
  if (first.what === undefined) return [];
  const message = `The header declares no change, but the code has ${first.what}`;
  return [finding({ ...place, line: first.line }, "effect_suspected", message, "Declare what is changed: writes | creates | deletes PATH")];
}

/** Writes to an absolute path that no side effect names: outside the project, where no trial in a copy can hold them back. */
function toldOutside(meta: Pick<ToolMeta, "side_effects">, lines: readonly string[], language: Language, place: FindingPlace): Finding[] {
  return outsideWrites(meta.side_effects, lines, language).map(({ path, line }) => {
    const instead = `Write below PROJECT_ROOT, HOME or TMPDIR, or declare it: writes ${path}`;
    return finding({ ...place, line }, "effect_suspected", `The code writes ${path}, which the header does not say`, instead);
  });
}

/** What is known to send something out of the machine, under a header that says nothing of it. */
function toldSending(meta: Pick<ToolMeta, "side_effects">, lines: readonly string[], place: FindingPlace): Finding[] {
  const says = ({ kind, ...effect }: ToolMeta["side_effects"][number]) =>
    kind === "external" || kind === "prose" || (kind === "network" && "access" in effect && effect.access === "write");
  if (meta.side_effects.some(says)) return [];
  const at = lines.findIndex((text) => sendsOut(text).length > 0);
  const [first] = at < 0 ? [] : sendsOut(lines[at] as string);
  if (first === undefined) return [];
  const message = `The code has ${first.command}, which sends something out, and the header does not say so`;
  return [finding({ ...place, line: at + 1 }, "effect_suspected", message, `Declare it: ${first.effect}`)];
}
