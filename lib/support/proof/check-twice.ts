import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { ExampleCall } from "../../../registry/proof/example-call.ts";
import { comparable, firstDifference } from "../../../registry/proof/same-result.ts";
import type { Tree, TreeChange } from "../../../registry/proof/tree.ts";
import type { Called } from "./call-tool.ts";
import { badFailure, oneLine } from "./error-form.ts";
import type { Scratch } from "./scratch-copy.ts";
import { changesOf, treeOf } from "./scratch-tree.ts";
import { call, GIVEN, pause, type Subject, shownPath, tell } from "./subject.ts";

/** A later run of the same call: how it ended, and what it changed that no earlier one had. */
interface Again {
  called: Called;
  answer: string;
  changes: readonly TreeChange[];
}

/**
 * A second run finds all done: it succeeds and changes nothing, from whichever folder it is called. Where the first run changed
 * something, a run in between gives the answer to compare with (to say what was done is no breach). One run from another
 * folder shows both; only where it differs runs from the first folder tell whether the folder makes the difference. An answer that
 * differs from run to run in one folder is no breach of `idempotent`, and is noted.
 *
 * @returns the answer; undefined if the tool breaks `idempotent: true`, or has no answer that stays.
 */
export async function checkTwice(
  subject: Subject,
  scratch: Scratch,
  example: ExampleCall,
  first: Called,
  after: Tree,
  changed: boolean,
): Promise<string | undefined> {
  let tree = after;
  const again = async (words: readonly string[], cwd?: string): Promise<Again> => {
    const called = await call(subject, scratch, [...GIVEN, ...words], cwd === undefined ? {} : { cwd });
    const before = tree;
    tree = treeOf(scratch, before);
    const changes = changesOf(scratch, before, tree).filter(({ path }) => !path.startsWith("tmp/"));
    return { called, answer: answer(called, scratch), changes };
  };
  let settled = answer(first, scratch);
  if (changed) {
    await nextSecond(subject);
    const second = await again(example.words);
    if (tellNotDone(subject, scratch, example, second)) return undefined;
    settled = second.answer;
  }
  const elsewhere = await again(fromElsewhere(subject, scratch, example), scratch.elsewhere);
  if (elsewhere.answer === settled && elsewhere.changes.length === 0) return settled;
  // What passed between the two runs may be the difference, and not the folder: so the first folder has its turn again, twice.
  for (let turn = 0; turn < 2; turn += 1) {
    await nextSecond(subject);
    const here = await again(example.words);
    if (tellNotDone(subject, scratch, example, here)) return undefined;
    if (here.answer === settled) continue;
    const message = `Two runs in one state answer differently (${firstDifference(settled, here.answer)}): ${example.text}`;
    tell(subject, "answer_differs", message, "Nothing needs to be written, unless a caller should get the same answer again", "idempotent");
    return undefined;
  }
  tellElsewhere(subject, scratch, example, settled, elsewhere);
  return settled;
}

/** Until another second of the clock: what writes the time writes another one then, and is not right by luck. */
async function nextSecond({ signal }: Subject): Promise<void> {
  if (!signal.aborted) await pause(1000 - (Date.now() % 1000) + 5);
}

const ONCE = "Make a second run find its work done, or say idempotent: false";

/** Whether a later run had something to do, or could not do it: then it is told. */
function tellNotDone(subject: Subject, scratch: Scratch, example: ExampleCall, { called, changes }: Again): boolean {
  for (const change of changes.slice(0, 3)) {
    const message = `The second run ${change.kind} ${shownPath(scratch, change.path)}: ${example.text}`;
    tell(subject, "not_idempotent", message, ONCE, "idempotent");
  }
  if (called.outcome?.ok === true) return changes.length > 0;
  const why = called.outcome?.ok === false ? oneLine(called.outcome.error.message) : badFailure(called);
  tell(subject, "not_idempotent", `The second run fails: ${why}: ${example.text}`, ONCE, "idempotent");
  return true;
}

/** An answer as text that is equal for equal answers, in whichever scratch folder. */
export function answer({ outcome }: Called, scratch: Scratch): string {
  const roots = { project: scratch.root, scratch: scratch.folder };
  if (outcome === undefined) return "nothing";
  return outcome.ok ? comparable(outcome.data, roots) : comparable([outcome.error.code, outcome.error.message], roots);
}

/** Relative paths of `path` arguments are the caller's folder's, so they go along as absolute ones. */
function fromElsewhere({ entry }: Subject, scratch: Scratch, { words }: ExampleCall): readonly string[] {
  if (!takesPaths(entry)) return words;
  return words.map((word) => (!word.startsWith("-") && existsSync(join(scratch.root, word)) ? join(scratch.root, word) : word));
}

function takesPaths({ options, args }: Subject["entry"]): boolean {
  return [...(options ?? []), ...(args ?? [])].some(({ type }) => type === "path");
}

function tellElsewhere(
  subject: Subject,
  scratch: Scratch,
  example: ExampleCall,
  settled: string,
  { called, answer, changes }: Again,
): void {
  const { entry } = subject;
  const succeeded = called.outcome?.ok === true;
  const [change] = changes;
  // Absolute paths in place of relative ones may well be told as such.
  if (change === undefined && takesPaths(entry) && succeeded) return;
  const severity = entry.runner === "module" || !succeeded || change !== undefined ? "fault" : "warning";
  const instead = "Build paths from PROJECT_ROOT, and those that the caller gave from the caller's folder (context.cwd in a module)";
  const how =
    change === undefined
      ? `it answers differently (${firstDifference(settled, answer)})`
      : `it ${change.kind} ${shownPath(scratch, change.path)}`;
  tell(subject, "cwd_reliance", `Called from another folder ${how}: ${example.text}`, instead, basename(entry.source), severity);
}
