import { assignmentWord, isSafeAssignment } from "./assignment.ts";
import type { ShellWord } from "./shell-line.ts";

/** A wrapper's options: those alone, and those that take the next word as their value. */
interface Wrapper {
  readonly alone: RegExp;
  readonly valued?: RegExp;
  /** Words it takes before the command. */
  readonly operands?: number;
  readonly operand?: RegExp;
}

/** Programs and builtins that run what follows them and change nothing about what it does. */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  timeout: {
    alone: /^(?:-v|--verbose|-f|--foreground|-p|--preserve-status|-s\w+|-k[\d.]+[smhd]?|--signal=\w+|--kill-after=[\d.]+[smhd]?)$/,
    valued: /^(?:-s|-k|--signal|--kill-after)$/,
    operands: 1,
    operand: /^[\d.]+[smhd]?$/,
  },
  time: { alone: /^-p$/ },
  nice: { alone: /^(?:-\d+|-n-?\d+|--adjustment=-?\d+)$/, valued: /^(?:-n|--adjustment)$/ },
  nohup: { alone: /^(?!)$/ },
  stdbuf: { alone: /^(?:-[ioe][L\d]\w*|--(?:input|output|error)=[L\d]\w*)$/, valued: /^-[ioe]$/ },
  command: { alone: /^-p$/ },
  builtin: { alone: /^(?!)$/ },
  noglob: { alone: /^(?!)$/ },
  env: { alone: /^(?!)$/ },
};

export type Unwrapped = { readonly words: readonly ShellWord[] } | { readonly doubt: string };

/** A command without what only wraps it. An option that is not known here makes it doubtful. */
export function unwrap(given: readonly ShellWord[]): Unwrapped {
  let words = given;
  for (;;) {
    const name = words[0]?.text ?? "";
    const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    // `command -v` and the like only look a name up.
    if (wrapper === undefined || words.length === 1 || (name === "command" && /^-[vV]$/.test(words[1]?.text ?? ""))) return { words };
    let at = 1;
    while (words[at]?.text.startsWith("-")) {
      const option = words[at]?.text as string;
      at++;
      if (option === "--") break;
      if (wrapper.valued?.test(option)) at++;
      else if (!wrapper.alone.test(option)) return { doubt: `${name} has the option ${option}` };
    }
    for (let taken = 0; taken < (wrapper.operands ?? 0); taken++, at++) {
      if (wrapper.operand?.test(words[at]?.text ?? "") === false) return { doubt: `${name} is not followed by what it takes` };
    }
    if (name === "env") {
      for (let set = assignmentWord(words[at]?.text ?? ""); set !== undefined; set = assignmentWord(words[at]?.text ?? "")) {
        const value = { text: set.value, open: words[at]?.open === true };
        if (!isSafeAssignment({ name: set.name, value })) return { doubt: `env sets ${set.name}` };
        at++;
      }
    }
    if (words.slice(0, at).some(({ open }) => open)) return { doubt: `what ${name} is given cannot be told` };
    words = words.slice(at);
  }
}
