import type { Argument } from "./argument.ts";
import { globMatches } from "./glob-text.ts";
import { coversCommand, judgedCommand } from "./match-command.ts";
import { coversPath } from "./match-path.ts";
import { domainMatches, hostOf } from "./match-url.ts";
import type { RuleTarget } from "./rule-target.ts";
import { readShellLine } from "./shell/read-shell-line.ts";
import type { ShellCommand } from "./shell/shell-line.ts";

type Cover = (specifier: string) => boolean;

/** What a shell would do more with than hand it on. */
const OPERATOR = /[;&|<>()$`\n]/;

/**
 * Whether allow rules' specifiers together cover what a call was given: each value, of a command line each command, by one of
 * them. Undefined: by none; else those that it took, the first of them first.
 */
export function covers({ kind, values }: Argument, specifiers: readonly string[], target: RuleTarget): readonly string[] | undefined {
  if (specifiers.includes("*") && values.length > 0) return ["*"];
  const needed = needs(kind, values, target);
  if (needed === undefined || needed.length === 0) return undefined;
  const taken = new Set<string>();
  for (const covered of needed) {
    const by = specifiers.find(covered);
    if (by === undefined) return undefined;
    taken.add(by);
  }
  return [...taken];
}

/** What must be covered, one by one; undefined: it is not understood, and nothing covers it. */
function needs(kind: Argument["kind"], values: readonly string[], target: RuleTarget): readonly Cover[] | undefined {
  switch (kind) {
    case "command":
      return each(values, commandNeeds);
    case "words":
      return wordNeeds(values);
    case "path":
      return values.map((path) => (specifier) => coversPath(specifier, path, target));
    case "url":
      return values.map((url) => (specifier) => coversUrl(specifier, url));
    case "text":
      return values.map((text) => (specifier) => globMatches(specifier, text));
  }
}

function commandNeeds(line: string): readonly Cover[] | undefined {
  const read = readShellLine(line);
  if (read.doubt !== undefined || read.unread !== undefined || read.commands.length === 0) return undefined;
  return read.commands.map(commandNeed);
}

function commandNeed(command: ShellCommand): Cover {
  const judged = judgedCommand(command);
  return (specifier) => coversCommand(specifier, judged);
}

/** The words as they are; and as a tool might split them again, or give them to a shell. */
function wordNeeds(words: readonly string[]): readonly Cover[] | undefined {
  const plain = (texts: readonly string[]) => commandNeed({ assignments: [], words: texts.map((text) => ({ text, open: false })) });
  const asLine = words.some((word) => OPERATOR.test(word)) ? commandNeeds(words.join(" ")) : [];
  if (words.length === 0 || asLine === undefined) return undefined;
  return [plain(words), plain(words.join(" ").split(/\s+/)), ...asLine];
}

function coversUrl(specifier: string, url: string): boolean {
  const host = hostOf(url);
  if (host === undefined) return false;
  return specifier.startsWith("domain:") ? domainMatches(specifier.slice("domain:".length), host, false) : globMatches(specifier, url);
}

function each(values: readonly string[], needs: (value: string) => readonly Cover[] | undefined): readonly Cover[] | undefined {
  const all: Cover[] = [];
  for (const value of values) {
    const some = needs(value);
    if (some === undefined) return undefined;
    all.push(...some);
  }
  return all;
}
