import { closest, distance } from "fastest-levenshtein";
import { isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import type { core } from "zod";
import { fault } from "../error/catalogue.ts";
import { commandLine, shellQuote } from "../error/shell-quote.ts";
import type { ToolError } from "../error/tool-error.ts";
import { isSettings } from "./settings.ts";
import { SETTINGS_KEYS, settingsSchema } from "./settings-schema.ts";

/** What is wrong at one place of the settings. `line` is 1-based. */
interface SettingsProblem {
  line: number;
  message: string;
  /** A shell command that mends it, where one is known. */
  mend?: string;
}

/** The file is not JSON: `cause` is what JSON.parse said of `text`. */
export function settingsNotJson(file: string, text: string, cause: unknown): ToolError {
  const conflict = text.split("\n").findIndex((line) => /^<{7}( |\r?$)/.test(line));
  const reason = conflict >= 0 ? "merge-conflict markers" : (cause as Error).message.split("\n")[0];
  const mended = conflict >= 0 ? undefined : withoutExtras(text);
  const mend = mended === undefined ? undefined : rewriting(file, mended);
  if (mended !== undefined && mend !== undefined) {
    let same = 0;
    while (text[same] === mended[same]) same++;
    const values = { file, line: text.slice(0, same).split("\n").length, reason: reason ?? "" };
    return fault("settings_not_json", values, { cause, fix: [mend] });
  }
  const line = conflict >= 0 ? conflict + 1 : syntaxLine(text, (cause as Error).message);
  return fault(
    "settings_needs_user",
    { reason: `${file}:${line}: not JSON: ${reason}` },
    { cause, fix: [forUser(file, line, reason ?? "")] },
  );
}

/** A command line longer than this helps nobody. */
const LONGEST_FIX = 4000;

/** Without the comments and trailing commas that people put into JSON; undefined if these were not all that is wrong. */
function withoutExtras(text: string): string | undefined {
  const unless = (pattern: RegExp) => (all: string) => all.replace(pattern, (found) => (found.startsWith('"') ? found : ""));
  const withoutComments = unless(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g);
  const withoutCommas = unless(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g);
  const mended = withoutCommas(withoutComments(text));
  try {
    return isSettings(JSON.parse(mended)) ? mended : undefined;
  } catch {
    return undefined;
  }
}

/** The command that writes the file anew and keeps the old one; undefined where it would be too long. */
function rewriting(file: string, mended: string): string | undefined {
  // A Fix is one line, however many the file has.
  const lines = commandLine(["printf", "%s\\n", ...mended.trimEnd().split(/\r?\n/)]);
  const line = `cp ${shellQuote(file)} ${shellQuote(`${file}.bak`)} && ${lines} > ${shellQuote(file)}`;
  return line.length <= LONGEST_FIX ? line : undefined;
}

function forUser(file: string, line: number, reason: string): string {
  return `Ask the user to mend ${file}, line ${line}: ${reason}. Without it the project's own tools and rules would not hold.`;
}

/** Keys of the settings that stand twice; `line` is 1-based and that of the second. */
export function repeatedKeys(text: string): readonly { key: string; line: number }[] {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: "silent" });
  if (!isMap(contents)) return [];
  const seen = new Set<unknown>();
  return contents.items.flatMap(({ key }) => {
    if (!isScalar(key) || !key.range) return [];
    if (seen.has(key.value)) return [{ key: String(key.value), line: lines.linePos(key.range[0]).line }];
    seen.add(key.value);
    return [];
  });
}

/** The file is JSON, but not settings: every problem with its line, the nearest known key, and the command that mends it. */
export function settingsInvalid(file: string, text: string, value: unknown): ToolError {
  const checked = settingsSchema.safeParse(value);
  const locate = locator(text);
  const problems = (checked.error?.issues ?? []).flatMap((issue) => explain(issue, file, locate));
  const first = problems[0] ?? { line: 1, message: "not a settings object" };
  const mends = problems.map((problem) => problem.mend);
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  const detail = { problems: problems.map(({ line, message }) => ({ line, message })) };
  const reason = first.message + more;
  if (mends.length > 0 && mends.every((mend) => mend !== undefined))
    return fault("settings_invalid", { file, line: first.line, reason }, { fix: mends, detail });
  const fix = problems.map(({ line, message, mend }) => mend ?? forUser(file, line, message));
  return fault("settings_needs_user", { reason: `${file}:${first.line}: ${reason}` }, { fix, detail });
}

function explain(issue: core.$ZodIssue, file: string, locate: (path: readonly PropertyKey[]) => number): SettingsProblem[] {
  if (issue.code !== "unrecognized_keys") {
    const where = issue.path.map(String).join(".");
    return [{ line: locate(issue.path), message: `${where === "" ? "the file" : where}: ${issue.message}` }];
  }
  return issue.keys.map((key) => {
    const line = locate([...issue.path, key]);
    const near = closest(key, SETTINGS_KEYS);
    if (distance(key, near) > Math.max(2, key.length / 3)) {
      return { line, message: `unknown key "${key}"; known are ${SETTINGS_KEYS.join(", ")}` };
    }
    const problem = { line, message: `unknown key "${key}", did you mean "${near}"?` };
    // Only a plain word can stand in a sed pattern as it is.
    if (!/^[\w-]+$/.test(key)) return problem;
    return { ...problem, mend: commandLine(["sed", "-i.bak", `${line}s/"${key}"/"${near}"/`, file]) };
  });
}

/** Lines are told by the yaml parser, which reads JSON and keeps positions. */
function locator(text: string): (path: readonly PropertyKey[]) => number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: "silent" });
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
      const name = path[length - 1];
      if (isMap(parent)) {
        const key = parent.items.find((pair) => isScalar(pair.key) && pair.key.value === name)?.key;
        if (isScalar(key) && key.range) return lines.linePos(key.range[0]).line;
      }
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
}

function syntaxLine(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  const before = (end: number) => text.slice(0, end).split("\n").length;
  if (position !== undefined) return before(Math.min(Number(position), text.trimEnd().length));
  if (/end of JSON/.test(message)) return before(text.trimEnd().length);
  // V8 names only the token for a short text: the yaml parser knows the place unless it takes what JSON refuses.
  return parseDocument(text, { logLevel: "silent" }).errors[0]?.linePos?.[0].line ?? 1;
}
