import type { ShellCommand } from "./shell-line.ts";

/** Variables that say how to print and in which language, and nothing about what is run. */
export const SAFE_VARIABLES = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLORTERM|TERM|COLUMNS|LINES)$/;
/** Values that are names, never paths out of where such names are looked up. */
const SAFE_VALUE = /^(?!.*\.\.)(?:[A-Za-z0-9][\w.@+,:/-]*)?$/;

export function isSafeAssignment({ name, value }: ShellCommand["assignments"][number]): boolean {
  return SAFE_VARIABLES.test(name) && !value.open && SAFE_VALUE.test(value.text);
}

/** A word that `env` takes for an assignment. */
export function assignmentWord(text: string): { name: string; value: string } | undefined {
  const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(text) ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}
