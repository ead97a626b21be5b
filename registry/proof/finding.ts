/** `fault`: the header says what is not so. `warning`: it may mislead. `note`: what was not tried, or not seen. */
export type Severity = "fault" | "warning" | "note";

/** One place where a tool and its header differ, and what to write instead. */
export interface Finding {
  /** `docs fetch`. */
  tool: string;
  /** As the registry's `source`. */
  file: string;
  /** 1-based. */
  line: number;
  rule: Rule;
  severity: Severity;
  message: string;
  /** What to write, or to run, instead. */
  instead: string;
}

/** Every rule that `tool lint` (static) and `tool verify` (all) hold a tool to, and the severity of its breach. */
export const RULES = {
  header_broken: ["fault", "The header cannot be read, so the tool does not run."],
  name_unreachable: ["fault", "A tool's file is named <noun>-<verb>, or no call finds it."],
  not_startable: ["fault", "The first line can be followed: no CRLF, no byte order mark."],
  header_prose: ["warning", "A precondition or side effect is prose: nothing can check it."],
  summary_missing: ["warning", "A tool that takes arguments says what it does and when to use it."],
  see_also_unknown: ["warning", "`see_also` names a tool that exists."],
  example_missing: ["fault", "A tool with required arguments has an example, or nothing can be tried."],
  example_unreadable: ["fault", "An example is one call: `<noun> <verb>` and plain words, without shell syntax."],
  example_refused: ["fault", "The arguments of an example are what the header declares."],
  example_fails: ["fault", "Where the declared preconditions hold, an example succeeds."],
  help_differs: ["fault", "Help and input schema say what the header says."],
  output_not_as_declared: ["fault", "The data is of the declared format and schema."],
  output_is_json: ["warning", "Text that is JSON is declared as `output: json`."],
  output_unbounded: ["warning", "A result stays below 1 MiB unless its caller asks for more."],
  dry_run_changes: ["fault", "`--dry-run` changes nothing."],
  effect_undeclared: ["fault", "What is written, created or deleted is declared."],
  effect_suspected: ["warning", "Code that writes stands under a header that declares no change."],
  effect_outside: ["fault", "A trial in a copy changes nothing outside it."],
  process_left: ["fault", "When a tool has ended, nothing that it started goes on."],
  effect_unseen: ["note", "A declared change that no example shows."],
  cache_written: ["note", "A program that the tool starts keeps something in its cache below HOME."],
  temporary_left: ["warning", "Temporary files are removed."],
  not_idempotent: ["fault", "With `idempotent: true` a second run succeeds and changes nothing more."],
  answer_differs: ["note", "Two runs in one state answer the same."],
  env_undeclared: ["fault", "A variable that matters is declared."],
  env_read_undeclared: ["warning", "A variable that is read is declared; undeclared it is never set."],
  error_form: ["fault", "Each failure has a layer, a recoverability and a Fix."],
  absolute_path: ["fault", "A module tool holds no absolute path: it is another machine's."],
  cwd_reliance: ["fault", "A tool answers the same from every folder."],
  process_exit: ["fault", "A module tool returns its data or throws a ToolError; it does not end the process."],
  tool_vanished: ["fault", "The tool's file is there while it is verified."],
  not_tried: ["note", "What could not be tried, and why."],
} as const satisfies Record<string, readonly [Severity, string]>;

export type Rule = keyof typeof RULES;

/** Whose finding it is. */
export interface FindingPlace {
  tool: string;
  file: string;
  line: number;
}

export function finding(place: FindingPlace, rule: Rule, message: string, instead: string, severity: Severity = RULES[rule][0]): Finding {
  return { tool: place.tool, file: place.file, line: place.line, rule, severity, message, instead };
}

const WEIGHT: Readonly<Record<Severity, number>> = { fault: 0, warning: 1, note: 2 };

/** One finding for each place and rule, by file, line, then gravity. */
export function sortedFindings(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings
    .filter((one) => {
      const key = JSON.stringify([one.file, one.line, one.rule, one.message]);
      return seen.has(key) ? false : seen.add(key) !== undefined;
    })
    .sort(
      (a, b) =>
        (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
        WEIGHT[a.severity] - WEIGHT[b.severity] ||
        a.line - b.line ||
        (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0),
    );
}

export function countBySeverity(findings: readonly Finding[]): { faults: number; warnings: number; notes: number } {
  const count = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  return { faults: count("fault"), warnings: count("warning"), notes: count("note") };
}
