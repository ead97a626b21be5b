import { basename } from "node:path";
import type { ToolEntry } from "../../../registry/entry.ts";
import { withDefaults } from "../../../registry/plan/resolve.ts";
import type { LocatedTool, Project } from "../../../registry/project/project.ts";
import { type Finding, type FindingPlace, finding, type Rule, type Severity } from "../../../registry/proof/finding.ts";
import type { ToolFile } from "../../../registry/tool-meta/read.ts";
import { type Called, type CallOptions, callerEnvironment, callTool } from "./call-tool.ts";
import { endLeft, leftBehind } from "./left-behind.ts";
import type { Scratch, ScratchCopy } from "./scratch-copy.ts";

/** One tool while it is held to its header. */
export interface Subject {
  readonly project: Project;
  readonly tool: LocatedTool;
  /** Its file, as it was read once. */
  readonly file: ToolFile;
  readonly entry: ToolEntry;
  /** The header's first line. */
  readonly place: FindingPlace;
  /** Line of the header that holds a text. */
  lineOf(text: string): number;
  readonly tools: readonly LocatedTool[];
  readonly copy: ScratchCopy;
  readonly signal: AbortSignal;
  readonly findings: Finding[];
  /** The caller's HOME, where the tool's interpreter does not start without it; else it has one of its own. */
  home: string | undefined;
  /** It was told that something goes on behind the tool's end; it is not waited for again. */
  left: boolean;
  /** A dry run was tried already. */
  ranDry: boolean;
  /** How many calls were made. */
  calls: number;
}

/** What every trial gives, before the words of the example, which may end in data behind `--`. */
export const GIVEN: readonly string[] = ["--json", "--yes"];

/** A finding at the header's line that holds `at`. */
export function tell(subject: Subject, rule: Rule, message: string, instead: string, at = "", severity?: Severity): void {
  const place = { ...subject.place, line: at === "" ? subject.place.line : subject.lineOf(at) };
  subject.findings.push(severity === undefined ? finding(place, rule, message, instead) : finding(place, rule, message, instead, severity));
}

/** Thrown where a call had to be stopped: to try more would take as long each time. */
const HUNG = "A call did not end within its limit";

export function isHung(error: unknown): boolean {
  return error instanceof Error && error.message === HUNG;
}

/** Calls the tool itself, or by `name` another of the project. */
export async function call(
  subject: Subject,
  scratch: Scratch,
  words: readonly string[],
  options: Omit<CallOptions, "signal"> = {},
  name: Pick<ToolEntry, "noun" | "verb"> = subject.entry,
): Promise<Called> {
  subject.signal.throwIfAborted();
  subject.calls += 1;
  const env = subject.home === undefined ? options.env : { HOME: subject.home, ...options.env };
  const line = [name.noun, name.verb, ...words];
  const called = await callTool(subject.project, scratch, line, { ...options, ...(env && { env }), signal: subject.signal });
  subject.signal.throwIfAborted();
  await endBackground(subject, scratch);
  if (called.stopped !== "time") return called;
  const instead = "Make it end, or give an example that ends sooner; what was not tried yet is left";
  tell(subject, "example_fails", `It did not end within 60 s: ${line.join(" ").slice(0, 200)}`, instead, "example");
  throw new Error(HUNG);
}

/** The variables of the tool in the copy, with its declared defaults. */
export function toolEnv(subject: Subject, scratch: Scratch, entry: ToolEntry = subject.entry): Record<string, string | undefined> {
  return withDefaults(callerEnvironment(subject.project, scratch), entry.env);
}

/** How long what a tool left running may go on, so that what it changes is seen. Milliseconds. */
const LONGEST_LEFT = 3000;
const POLL = 50;

/** Waits for what a tool has left running, once, tells it, and ends it: the next look at the tree must be the last of this call. */
async function endBackground(subject: Subject, scratch: Scratch): Promise<void> {
  let left = leftBehind(scratch.folder);
  // The dispatcher's own last breath is no finding.
  for (let waited = 0; left.length > 0 && waited < POLL * 4; waited += POLL) {
    await pause(POLL);
    left = leftBehind(scratch.folder);
  }
  const [first] = left;
  if (first === undefined) return;
  if (!subject.left) {
    subject.left = true;
    const declared = subject.entry.side_effects.some(({ kind }) => kind === "process" || kind === "external" || kind === "prose");
    const instead = "Wait for it (wait) or end it before the tool ends: what it does later belongs to no call";
    tell(subject, "process_left", `The tool has ended, but ${first.program} goes on`, instead, "side_effect", declared ? "note" : "fault");
    for (let waited = 0; left.length > 0 && waited < LONGEST_LEFT && !subject.signal.aborted; waited += POLL) {
      await pause(POLL);
      left = leftBehind(scratch.folder);
    }
  }
  endLeft(scratch.folder);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A path of the scratch folder as the header's reader knows it: relative to PROJECT_ROOT, or `${HOME}/…`, `${TMPDIR}/…`. */
export function shownPath(scratch: Scratch, path: string): string {
  const name = basename(scratch.root);
  if (path === name) return "${PROJECT_ROOT}";
  if (path.startsWith("remotes/")) return `the remote ${path.slice("remotes/".length).replace("/", " (")})`;
  if (path.startsWith(`${name}/`)) return path.slice(name.length + 1);
  if (path.startsWith("home/")) return `\${HOME}/${path.slice(5)}`;
  if (path.startsWith("tmp/")) return `\${TMPDIR}/${path.slice(4)}`;
  return `\${PROJECT_ROOT}/../${path}`;
}
