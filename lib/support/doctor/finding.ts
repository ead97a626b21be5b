/** One thing that is wrong with a project, or soon will be. */
export interface Finding {
  /** Which check found it: `wrapper`, `interpreter`, … */
  check: string;
  /** `error` keeps something from working, `warning` will surprise somebody, `note` is worth knowing. */
  severity: "error" | "warning" | "note";
  /** Whether the Fix is the caller's to run, or the user must decide. */
  recoverable: "yes" | "user-action-required";
  message: string;
  /** Relative to PROJECT_ROOT. */
  file?: string;
  /** Commands in their order, as they run from where the caller stands; for `user-action-required` the sentence to tell the user. */
  fix: readonly string[];
}

/** What the checks look at. */
export interface Examined {
  root: string;
  subject: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The line that calls a tool of the shared lib with these words behind it. */
  command(...words: readonly [string, string, ...string[]]): string;
  /** A command on the project's files, as it runs from where the caller stands. */
  here(line: string): string;
}

/** Errors first, those for the user before those; then warnings, then notes; else as they were found. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => rank(a) - rank(b));
}

function rank({ severity, recoverable }: Finding): number {
  return { error: 0, warning: 2, note: 4 }[severity] + (recoverable === "yes" ? 1 : 0);
}
