import { fault } from "../../../registry/error/catalogue.ts";

export interface LinePattern {
  /** Where a line matches; -1: nowhere. */
  find(line: string): number;
}

/**
 * What lines are looked for: a JavaScript regular expression, or the text itself. `(?i)` at its beginning, as other tools
 * write it, is understood; `\p{…}` and `\u{…}` turn on Unicode.
 *
 * @throws ToolError `grep_pattern_invalid`, whose Fix is the same call with the text itself
 */
export function linePattern(pattern: string, options: { fixed: boolean; ignoreCase: boolean; fixedCall: string }): LinePattern {
  if (options.fixed) {
    const wanted = options.ignoreCase ? undefined : pattern;
    if (wanted !== undefined) return { find: (line) => line.indexOf(wanted) };
    return searching(new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "i"));
  }
  const inline = pattern.startsWith("(?i)");
  const source = inline ? pattern.slice(4) : pattern;
  const flags = `${options.ignoreCase || inline ? "i" : ""}${/\\[pP]\{|\\u\{/.test(source) ? "u" : ""}`;
  try {
    return searching(new RegExp(source, flags));
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: .*: /s, "");
    throw fault("grep_pattern_invalid", { pattern, reason, fixed: options.fixedCall }, { cause: error });
  }
}

function searching(expression: RegExp): LinePattern {
  return { find: (line) => line.search(expression) };
}
