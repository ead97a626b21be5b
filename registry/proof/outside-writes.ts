import type { ToolMeta } from "../tool-meta/tool-meta.ts";
import type { Language } from "./code-lines.ts";
import { type OutsidePath, outsidePaths } from "./outside-paths.ts";
import { redirections } from "./redirections.ts";
import { WRITES } from "./writing-code.ts";

type Effects = ToolMeta["side_effects"];

/**
 * Absolute paths that the code seems to write, and no side effect names. A header that calls its effect external, or says it in prose, has
 * said that it reaches anywhere. A module's absolute paths are faults whatever is done with them, so they are not told again.
 */
export function outsideWrites(effects: Effects, lines: readonly string[], language: Language): OutsidePath[] {
  const pattern = WRITES[language];
  const called =
    pattern === undefined || language === "module"
      ? []
      : lines.flatMap((text, at) => (pattern.test(text) ? outsidePaths([text]).map(({ path }) => ({ path, line: at + 1 })) : []));
  return [...sentOutside(effects, lines, language), ...undeclared(effects, called)];
}

/** Of these the certain ones: a shell's redirections. */
export function sentOutside(effects: Effects, lines: readonly string[], language: Language): OutsidePath[] {
  if (language !== "shell") return [];
  const sent = redirections(lines).filter(({ target }) => target.startsWith("/"));
  return undeclared(
    effects,
    sent.map(({ target, line }) => ({ path: target, line })),
  );
}

function undeclared(effects: Effects, paths: readonly OutsidePath[]): OutsidePath[] {
  if (effects.some(({ kind }) => kind === "external" || kind === "prose")) return [];
  const declared = effects.flatMap((effect) => ("path" in effect && effect.kind !== "reads" ? [effect.path.replace(/\/$/, "")] : []));
  return paths.filter(({ path }) => !declared.some((one) => path === one || path.startsWith(`${one}/`)));
}
