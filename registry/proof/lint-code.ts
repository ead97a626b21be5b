import type { ToolMeta } from "../tool-meta/tool-meta.ts";
import { toolVariables } from "../tool-meta/tool-variables.ts";
import type { Language } from "./code-lines.ts";
import { type Finding, type FindingPlace, finding } from "./finding.ts";
import { variablesRead } from "./variables-read.ts";

/** Folders of one machine or one person. `/dev/null` and the like are every machine's. */
const ABSOLUTE =
  /(["'`])((?:\/(?:home|Users|root|usr|opt|var|tmp|etc|srv|mnt|private|Volumes)(?:\/|(?=\1)))[^"'`\s]*|[A-Za-z]:\\\\[^"'`]*)/g;

/** Code that changes files, by language: enough to doubt a header that declares no change. */
const WRITES: Readonly<Partial<Record<Language, RegExp>>> = {
  module:
    /\b((?:write|append|copy|truncate|mk|rm|unlink|rename|symlink)(?:File|dir|dtemp)?Sync|(?:fs|promises)\.(?:writeFile|appendFile|rm|rmdir|unlink|rename|mkdir|cp))\s*\(/,
  node: /\b((?:write|append|copy|truncate|mk|rm|unlink|rename|symlink)(?:File|dir|dtemp)?Sync|(?:fs|promises)\.(?:writeFile|appendFile|rm|rmdir|unlink|rename|mkdir|cp))\s*\(/,
  python:
    /\b(open\([^)]*,\s*["'][wax]|os\.(?:remove|unlink|rename|mkdir|makedirs|rmdir)\(|shutil\.(?:rmtree|copy|copytree|move)\(|\.write_text\(|\.write_bytes\()/,
  shell: /(?:^|[;&|(]\s*|\b(?:then|do|else)\s+|^\s+)((?:rm|mkdir|touch|cp|mv|rmdir|ln|tee|install|truncate)\s)/,
};

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
  if (pattern === undefined || at < 0) return [];
  const call = (pattern.exec(lines[at] as string)?.[1] ?? "").trim();
  const message = `The header declares no change, but the code has ${call}`;
  return [finding({ ...place, line: at + 1 }, "effect_suspected", message, "Declare what is changed: writes | creates | deletes PATH")];
}
