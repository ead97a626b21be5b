import { relative } from "node:path";
import type { ToolEntry } from "../../../registry/entry.ts";
import { type Unmet, unmet } from "../../../registry/plan/holds.ts";
import { resolvePath, withDefaults } from "../../../registry/plan/resolve.ts";
import type { LocatedTool, Project } from "../../../registry/project/project.ts";
import { exampleCalls } from "../../../registry/proof/example-call.ts";
import { type Finding, finding } from "../../../registry/proof/finding.ts";
import { headerLines, lintTool, type ToolPlace } from "../../../registry/proof/lint.ts";
import { notTryable } from "../../../registry/proof/tryable.ts";
import { bringAbout } from "./bring-about.ts";
import { checkEnvironment } from "./check-environment.ts";
import { checkErrors } from "./check-errors.ts";
import { checkExample } from "./check-example.ts";
import { checkHelp } from "./check-help.ts";
import { checkReach, type Reach, reachOf, type Trial } from "./check-outside.ts";
import type { ScratchCopy } from "./scratch-copy.ts";
import { isHung, type Subject, tell, toolEnv } from "./subject.ts";

export interface Verified {
  tool: string;
  source: string;
  /** Examples that were run, and calls made in all. */
  examples: number;
  calls: number;
  findings: readonly Finding[];
  /** Undefined where nothing was run. */
  trial?: Trial;
}

export interface VerifyPlace {
  project: Project;
  copy: ScratchCopy;
  /** All tools of the project, for those that provide what this one needs. */
  tools: readonly LocatedTool[];
  names: readonly string[];
  signal: AbortSignal;
}

/** Examples of one tool that are tried; more cost time and show little more. */
const MOST_EXAMPLES = 5;

/** Holds one tool to its header, statically and by running it in scratch copies of the project. */
export async function verifyTool(place: ToolPlace, given: VerifyPlace): Promise<Verified> {
  const linted = await lintTool(given.project, place, given.names);
  const shown = {
    tool: linted.tool ? `${linted.tool.entry.noun} ${linted.tool.entry.verb}` : place.stem.replace("-", " "),
    source: place.folder.prefix + place.name,
  };
  if (linted.tool === undefined || linted.read === undefined) return { ...shown, examples: 0, calls: 0, findings: linted.findings };
  const { file, text } = linted.read;
  const line = file.header?.line ?? 1;
  const subject: Subject = {
    project: given.project,
    tool: linted.tool,
    file,
    entry: linted.tool.entry,
    place: { tool: shown.tool, file: shown.source, line },
    lineOf: headerLines(text, line),
    tools: given.tools,
    copy: given.copy,
    signal: given.signal,
    findings: [...linted.findings],
    home: undefined,
    left: false,
    ranDry: false,
    calls: 0,
  };
  const reach = reachOf(subject, text, given.copy.folder);
  const from = Date.now();
  let examples = 0;
  try {
    examples = await tryTool(subject, reach);
  } catch (error) {
    if (!isHung(error)) throw error;
  }
  checkReach(subject, reach);
  const trial: Trial = { place: subject.place, from, to: Date.now(), names: reach.names };
  return { ...shown, examples, calls: subject.calls, findings: subject.findings, trial };
}

async function tryTool(subject: Subject, { written }: Reach): Promise<number> {
  const { entry, copy } = subject;
  let scratch = copy.scratch();
  await checkHelp(subject, scratch);
  for (const { path, line } of written) {
    const message = `Not run, since it writes ${path}, outside the project, which the header does not say`;
    const instead = `Write below PROJECT_ROOT, HOME or TMPDIR, or declare it: writes ${path}`;
    subject.findings.push(finding({ ...subject.place, line }, "effect_outside", message, instead));
  }
  const examples = exampleCalls(entry).slice(0, MOST_EXAMPLES);
  const tryable = examples.filter(({ given, text }) => {
    if (written.length > 0) return false;
    const why = notTryable(entry, given, toolEnv(subject, scratch), scratch.root, scratch.folder);
    if (why !== undefined)
      tell(subject, "not_tried", `Not run, since its effects leave the scratch copy (${why}): ${text}`, HELD_BY_HAND, text);
    return why === undefined;
  });
  const [first] = tryable;
  if (first === undefined) {
    await checkErrors(subject, scratch, examples[0], false);
    return 0;
  }
  const missing = await bringAbout(subject, scratch);
  if (missing.length > 0) {
    for (const one of missing) tellMissing(subject, one);
    await checkErrors(subject, scratch, first, false);
    return 0;
  }
  const unseen: string[][] = [];
  let fresh = true;
  for (const example of tryable) {
    // What is not idempotent may fail on what the example before it left.
    if (!fresh && !entry.idempotent) {
      scratch = copy.scratch();
      await bringAbout(subject, scratch);
    }
    const tried = await checkExample(subject, scratch, example);
    unseen.push(tried.unseen.map(({ effect }) => effect.text));
    fresh = !tried.changed;
    if (example === first && tried.settled !== undefined) await checkEnvironment(subject, scratch, example, tried.settled);
  }
  tellUnseen(subject, entry, unseen);
  await checkErrors(subject, scratch, first, true);
  return tryable.length;
}

/** What does not hold in the copy may hold in the project: then the copy lacks something, and nothing is to be made to hold. */
function tellMissing(subject: Subject, { reason, precondition }: Unmet): void {
  const { project, copy } = subject;
  const env = withDefaults(project.env, subject.entry.env);
  if (unmet(precondition, env, project.root) !== undefined) {
    const instead = `Make it hold, or have a tool declare that it creates it: ${precondition.text}`;
    tell(subject, "not_tried", `Its precondition cannot be brought about in a copy: ${reason}`, instead, precondition.text);
    return;
  }
  const path = "path" in precondition ? resolvePath(precondition.path, env, project.root) : undefined;
  const shown = path === undefined ? precondition.text : relative(project.root, path);
  const left = copy.report.left_out.find((one) => shown === one.path || shown.startsWith(`${one.path}/`));
  const why = left?.reason ?? "git ignores it, and single ignored files are not copied: they may hold secrets";
  const message = `Its precondition holds in the project, but not in the copy, which lacks ${shown}: ${why}`;
  tell(subject, "not_tried", message, HELD_BY_HAND, precondition.text);
}

const HELD_BY_HAND = "Try it by hand with --dry-run; a test of its own can hold it with a stand-in for what it reaches";

/** A change that no example showed is no fault: it may be another option's, or a rare case's. `unseen`: per example what it did not show. */
function tellUnseen(subject: Subject, entry: ToolEntry, unseen: readonly (readonly string[])[]): void {
  for (const { text, kind, option } of entry.side_effects) {
    if (option !== undefined || (kind !== "writes" && kind !== "creates" && kind !== "deletes")) continue;
    if (!unseen.every((texts) => texts.includes(text))) continue;
    tell(subject, "effect_unseen", `No example shows that it ${text}`, "Add an example that does, or take the side effect out", text);
  }
}
