import { TYPES_PATH } from "../entry.ts";
import { fault } from "../error/catalogue.ts";
import { commandLine } from "../error/shell-quote.ts";
import type { ToolError } from "../error/tool-error.ts";
import type { HeaderProblem } from "../tool-meta/tool-meta.ts";
import type { DriftFault } from "./compare.ts";

/** So many header problems are spelt out as Fix lines; all of them stand in `detail`. */
const SHOWN = 10;

/**
 * The error for tools that cannot be registered, as a call of such a tool tells it, too: a header is mended by
 * writing, which no command does, so each Fix is a sentence that says what to write where, and the last one how to go on.
 *
 * `next`: the command to run afterwards. `detail`: what else is known.
 */
export function headersBroken(problems: readonly HeaderProblem[], next: string, detail: object = {}): ToolError {
  const files = new Set(problems.map((problem) => problem.file));
  return fault(
    "tool_headers_broken",
    { count: files.size, reason: listed(problems.map(placed)) },
    { fix: [...mendLines(problems), `Then run: ${next}`], detail: { problems, ...detail } },
  );
}

/**
 * The error for committed files that are not what the headers give: of the one code where all faults are of one
 * kind, else `registry_drift`. `generate` is the regenerating command; `here` makes a command on the project's files run where the caller stands.
 */
export function driftFound(faults: readonly DriftFault[], generate: string, here: (line: string) => string): ToolError {
  const codes = new Set(faults.map((found) => found.code));
  const [only] = codes;
  const leftOver = codes.has("types_left_over") ? [here(commandLine(["rm", TYPES_PATH]))] : [];
  const regenerate = codes.size > leftOver.length ? [generate] : [];
  const told = faults.map((found) => found.message);
  return fault(
    codes.size === 1 && only !== undefined ? only : "registry_drift",
    { count: told.length, reason: listed(told) },
    { fix: [...regenerate, ...leftOver], detail: { faults } },
  );
}

/** `lib/docs-fetch.ts:7: …`, as editors and terminals can jump to. */
export function placed(problem: HeaderProblem): string {
  return `${problem.file}:${problem.line}: ${problem.message}`;
}

function mendLines(problems: readonly HeaderProblem[]): string[] {
  return problems.slice(0, SHOWN).map(({ file, line, fix }) => `In ${file}, line ${line}: ${fix.replace(/\s+/g, " ")}`);
}

/** The first few in one line, since a message is one line. */
function listed(texts: readonly string[]): string {
  const more = texts.length > 3 ? ` (and ${texts.length - 3} more)` : "";
  return texts.slice(0, 3).join("; ").replace(/\s+/g, " ") + more;
}
