import type { ToolEntry } from "../../../registry/entry.ts";
import { effectsOf } from "../../../registry/plan/risk.ts";
import { compareEffects, type DeclaredChange, declaredChanges, isGlob } from "../../../registry/proof/declared.ts";
import type { ExampleCall } from "../../../registry/proof/example-call.ts";
import type { Tree, TreeChange } from "../../../registry/proof/tree.ts";
import type { Called } from "./call-tool.ts";
import { checkTwice } from "./check-twice.ts";
import { badFailure, oneLine } from "./error-form.ts";
import { refusedPush } from "./git-copy.ts";
import type { Scratch } from "./scratch-copy.ts";
import { cachesIn, changesOf, treeOf } from "./scratch-tree.ts";
import { call, GIVEN, type Subject, shownPath, tell, toolEnv } from "./subject.ts";

/** Bytes of an answer beyond which a caller is told so. */
const BOUND = 1024 * 1024;

/** What an example showed. */
export interface Tried {
  /** The tool's answer in a state in which it has nothing more to change; undefined where it failed. */
  settled: string | undefined;
  /** Declared changes that this example did not show. */
  unseen: readonly DeclaredChange[];
  changed: boolean;
}

/** Tries one example in a scratch in which the tool's preconditions hold: dry run, run, effects, a second run, another folder. */
export async function checkExample(subject: Subject, scratch: Scratch, example: ExampleCall): Promise<Tried> {
  const { entry } = subject;
  const before = await checkDryRun(subject, scratch, example);
  const first = await firstRun(subject, scratch, example);
  const after = treeOf(scratch, before);
  const changes = changesOf(scratch, before, after);
  const unseen = await checkEffects(subject, scratch, example, changes);
  tellCaches(subject, scratch, example, cachesIn(before, after));
  if (!succeeded(subject, scratch, first, example)) return { settled: undefined, unseen, changed: changes.length > 0 };
  await checkOutput(subject, first, example);
  const settled = entry.idempotent ? await checkTwice(subject, scratch, example, first, after, changes.length > 0) : undefined;
  return { settled, unseen, changed: changes.length > 0 };
}

/** A dry run changes nothing. One that the dispatcher answers without the tool is the same for every example, so it is tried once. */
async function checkDryRun(subject: Subject, scratch: Scratch, example: ExampleCall): Promise<Tree> {
  const { entry } = subject;
  const start = treeOf(scratch);
  if (entry.dry_run !== "native" && subject.ranDry) return start;
  subject.ranDry = true;
  const dry = await call(subject, scratch, [...GIVEN, "--dry-run", ...example.words]);
  const after = treeOf(scratch, start);
  for (const change of changesOf(scratch, start, after)) {
    const native = "Change nothing while TOOL_DRY_RUN is 1 (context.dryRun in a module), or take dry_run: native out";
    const instead = entry.dry_run === "native" ? native : "Let nothing but the tool's own run change anything";
    tell(subject, "dry_run_changes", `--dry-run ${change.kind} ${shownPath(scratch, change.path)}: ${example.text}`, instead, "dry_run");
  }
  if (dry.outcome?.ok === false && badFailure(dry) !== undefined) {
    tell(subject, "error_form", `A dry run fails, and ${badFailure(dry)}`, failWell(entry), example.text);
  }
  return after;
}

/** How a tool of this kind fails in the form of contract 4.5. */
export function failWell({ runner, source }: ToolEntry): string {
  if (runner === "module") return "Throw new ToolError({ layer, recoverable, message, fix }), with a fix that can be run";
  if (source.endsWith(".sh")) return 'Source "$TOOL_SUPPORT" and call fail_precondition "what is wrong" --fix "what to run"';
  return "Write the error form with [LAYER: …] [RECOVERABLE: …] and → Fix: on stderr, and leave with its code";
}

/**
 * Version managers start an interpreter by what lies in the caller's home, and end with 126 or 127 without it. Such a tool is
 * tried with that home, whose changes are not watched.
 */
async function firstRun(subject: Subject, scratch: Scratch, example: ExampleCall): Promise<Called> {
  const run = () => call(subject, scratch, [...GIVEN, ...example.words]);
  const called = await run();
  const { HOME } = subject.project.env;
  const { outcome } = called;
  if (outcome?.ok !== false || outcome.error.code !== "exit_code_out_of_range" || subject.home !== undefined || HOME === undefined)
    return called;
  subject.home = HOME;
  const again = await run();
  if (again.outcome?.ok !== true) subject.home = undefined;
  else
    tell(
      subject,
      "not_tried",
      "It starts only with the caller's HOME, so what it changes there was not watched",
      "Nothing to write: it is the interpreter's need",
    );
  return subject.home === undefined ? called : again;
}

/** Whether the example did what it says; tells why not. */
function succeeded(subject: Subject, scratch: Scratch, called: Called, example: ExampleCall): boolean {
  if (called.outcome?.ok === true && called.code === 0 && called.stopped === undefined) return true;
  const { outcome } = called;
  const at = example.text;
  if (outcome?.ok === false && /^output_/.test(outcome.error.code)) {
    const instead = "Print what output declares, on stdout and nothing else there, or declare what is printed";
    tell(subject, "output_not_as_declared", oneLine(outcome.error.message), instead, "output");
    return false;
  }
  const push = refusedPush(called.stderr);
  if (push !== undefined) {
    const message = `It pushes to ${push}, which the header does not say; from the copy nothing was sent: ${at}`;
    tell(subject, "effect_undeclared", message, "Add the side effect: network write HOST", "side_effect");
    return false;
  }
  if (outcome?.ok === false && NOT_STARTED.test(outcome.error.code)) {
    // The header's reader has told it already where it can.
    if (!subject.findings.some(({ rule }) => rule === "not_startable")) {
      const message = oneLine(inProject(subject, scratch, [outcome.error.message]));
      tell(subject, "not_startable", message, inProject(subject, scratch, outcome.error.fix));
    }
    return false;
  }
  if (outcome?.ok === false && outcome.error.exit_code === 3 && badFailure(called) === undefined) {
    tell(subject, "not_tried", `Needs the user: ${oneLine(outcome.error.message)}: ${at}`, outcome.error.fix.join("; "), at);
    return false;
  }
  const why = outcome?.ok === false ? oneLine(outcome.error.message) : badFailure(called);
  const needs = outcome?.ok === false && outcome.error.layer === "precondition";
  const instead = needs
    ? "Declare what the tool needs as a precondition, or give an example that succeeds where the declared ones hold"
    : "Give an example that succeeds where the declared preconditions hold, or mend the tool";
  tell(subject, "example_fails", `The example fails: ${why}: ${at}`, instead, at);
  if (outcome?.ok === false && badFailure(called) !== undefined)
    tell(subject, "error_form", `It fails, and ${badFailure(called)}`, failWell(subject.entry), at);
  return false;
}

/** What the dispatcher says of a file that no interpreter can be given: it has the Fix. */
const NOT_STARTED = /^(?:shebang_crlf|shebang_bom|tool_not_executable)$/;

/** Lines about a file of the copy, as ones about the project's own. */
function inProject({ project }: Subject, scratch: Scratch, lines: readonly string[]): string {
  return lines.map((line) => line.replaceAll(scratch.root, project.root)).join("; ");
}

async function checkOutput(subject: Subject, { outcome, bytes, stdout }: Called, example: ExampleCall): Promise<void> {
  if (outcome?.ok !== true) return;
  const { format, schema } = subject.entry.output;
  const wrong = schema && (await import("./schema-fault.ts")).schemaFault(schema, outcome.data);
  if (wrong !== undefined) {
    const message = `The data of ${example.text} is not what the output schema says: ${wrong}`;
    tell(subject, "output_not_as_declared", message, "Return what the schema says, or declare what is returned", "output");
  }
  const kind = format === "text" ? typeof outcome.data === "string" : format === "json" || Array.isArray(outcome.data);
  if (!kind) tell(subject, "output_not_as_declared", `The data of ${example.text} is not ${format}`, "Declare output: json", "output");
  if (format === "text" && typeof outcome.data === "string" && /^\s*[[{][\s\S]*[\]}]\s*$/.test(outcome.data) && isJson(outcome.data)) {
    tell(subject, "output_is_json", "The text is JSON, which --json then quotes as one string", "Declare output: json", "noun");
  }
  if (outcome.tool !== `${subject.entry.noun} ${subject.entry.verb}`)
    tell(subject, "output_not_as_declared", `The answer names ${outcome.tool}`, "Rename the tool", "noun");
  if (stdout.trim().split("\n").length !== 1)
    tell(subject, "output_not_as_declared", "--json gives more than one line", "Print nothing beside the result", "output");
  if (bytes > BOUND) {
    tell(
      subject,
      "output_unbounded",
      `The answer has ${bytes} bytes: ${example.text}`,
      "Give the tool a limit option with a default, and say how many there are in all",
      example.text,
    );
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function checkEffects(
  subject: Subject,
  scratch: Scratch,
  example: ExampleCall,
  changes: readonly TreeChange[],
): Promise<DeclaredChange[]> {
  const { entry } = subject;
  const used = (entry.options ?? []).filter(
    ({ name, default: preset }) => ![undefined, false].includes((example.given[name] ?? preset) as undefined),
  );
  const effects = effectsOf(
    entry,
    used.map(({ name }) => name),
  );
  const own = declaredChanges(effects, toolEnv(subject, scratch), scratch.root, scratch.folder);
  const declared = [...own, ...(runsOthers(entry) ? othersChanges(subject, scratch) : [])];
  const globs = declared.some(({ path }) => path !== undefined && isGlob(path));
  const matches = globs ? (await import("./glob-match.ts")).matchesGlob : () => false;
  const { undeclared, unseen } = compareEffects(changes, declared, matches);
  // Of a whole new folder the folder alone is told.
  const told = undeclared.filter(({ path }) => !undeclared.some((other) => other.folder && path.startsWith(`${other.path}/`)));
  for (const change of told) {
    const path = shownPath(scratch, change.path);
    if (change.path.startsWith("tmp/")) {
      tell(
        subject,
        "temporary_left",
        `It leaves ${path} behind: ${example.text}`,
        "Remove it at the end, also when the tool fails (trap … EXIT)",
        "side_effect",
      );
      continue;
    }
    if (change.path.startsWith("remotes/")) {
      const message = `It pushes to ${path}, which the header does not say: ${example.text}`;
      const [, name, host = ""] = change.path.split("/");
      const instead = `Add the side effect: network write ${host.includes(".") ? host : name}`;
      tell(subject, "effect_undeclared", message, instead, "side_effect");
      continue;
    }
    const verb = { created: "creates", changed: "writes", deleted: "deletes" }[change.kind];
    tell(
      subject,
      "effect_undeclared",
      `It ${change.kind} ${path}, which the header does not say: ${example.text}`,
      `Add the side effect: ${verb} ${path}`,
      "side_effect",
    );
  }
  return unseen.filter((one) => own.includes(one));
}

/** What a program keeps in its cache is no effect that a planner needs to know, but whoever wants a quiet home may. */
function tellCaches(subject: Subject, scratch: Scratch, example: ExampleCall, caches: readonly string[]): void {
  if (caches.length === 0) return;
  const shown = caches.map((path) => shownPath(scratch, path)).join(", ");
  const instead = "Nothing needs to be written: a program's cache below HOME is no side effect of the tool's";
  tell(subject, "cache_written", `A program that it starts writes to its cache: ${shown}: ${example.text}`, instead, "side_effect");
}

/** A tool that starts others on the caller's behalf says so: it takes all of the environment, and its effect is a process. */
function runsOthers({ env, side_effects }: ToolEntry): boolean {
  return env.some(({ name }) => name === "*") && side_effects.some(({ kind }) => kind === "process");
}

/** What the project's other tools declare: each of them answers for its own changes. */
function othersChanges(subject: Subject, scratch: Scratch): DeclaredChange[] {
  return subject.tools.flatMap(({ entry }) =>
    declaredChanges(entry.side_effects, toolEnv(subject, scratch, entry), scratch.root, scratch.folder),
  );
}
