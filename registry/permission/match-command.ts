import { globMatches } from "./glob-text.ts";
import { isSafeAssignment } from "./shell/assignment.ts";
import { carriesAuthority } from "./shell/carries-authority.ts";
import { neverAllowed } from "./shell/runners.ts";
import type { ShellCommand } from "./shell/shell-line.ts";
import { unwrap } from "./shell/unwrap.ts";

/** `npm run test:*` is `npm run test *`; both also stand for `npm run test` alone. Elsewhere `*` is anything. */
export function commandPatterns(specifier: string): readonly string[] {
  const spaced = specifier.replace(/:\*$/, " *");
  const bare = spaced.replace(/ \*$/, "");
  return bare === spaced ? [spaced] : [spaced, bare];
}

/** Why no rule may allow one command, or the text that rules are held against. Undefined text: it runs nothing. */
export type JudgedCommand = { readonly doubt: string } | { readonly text: string | undefined; readonly words: readonly string[] };

/** What an allow rule may be held against: the command without wrappers and harmless assignments, plainly understood. */
export function judgedCommand(command: ShellCommand): JudgedCommand {
  if (command.doubt !== undefined) return { doubt: command.doubt };
  const set = command.assignments.find((assignment) => !isSafeAssignment(assignment));
  if (set !== undefined) return { doubt: `it sets ${set.name}` };
  if (command.words.length === 0) return { text: undefined, words: [] };
  const unwrapped = unwrap(command.words);
  if ("doubt" in unwrapped) return unwrapped;
  const words = unwrapped.words.map(({ text }) => text);
  const [name = ""] = words;
  if (unwrapped.words.some(({ open }) => open)) return { doubt: "an expansion in it may become an option, or several words" };
  if (!/^[^\s\0]+$/.test(name)) return { doubt: "what it runs cannot be told" };
  const never = neverAllowed(unwrapped.words);
  return never === undefined ? { text: words.join(" "), words } : { doubt: never };
}

/** Whether an allow rule's specifier covers a command that was judged. */
export function coversCommand(specifier: string, judged: JudgedCommand): boolean {
  if ("doubt" in judged) return false;
  const { text, words } = judged;
  if (text === undefined) return true;
  return commandPatterns(specifier).some((pattern) => globMatches(pattern, text)) && carriesAuthority(words, specifier) === undefined;
}
