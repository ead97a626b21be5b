import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { resolvePath } from "../../../registry/plan/resolve.ts";
import type { ExampleCall } from "../../../registry/proof/example-call.ts";
import type { Parameter } from "../../../registry/tool-meta/tool-meta.ts";
import { failWell } from "./check-example.ts";
import { badFailure } from "./error-form.ts";
import type { Scratch } from "./scratch-copy.ts";
import { call, GIVEN, type Subject, tell, toolEnv } from "./subject.ts";

/** Characters of a value that no tool expects. */
const HUGE = 60_000;

/** What a tool is brought to fail with. `must`: the contract refuses it; else the tool may cope with it. */
interface Trial {
  what: string;
  words: readonly string[];
  must: boolean;
}

/**
 * Every error that the tool can be brought to. `run`: whether the tool may really be run with these arguments; without it
 * only what the dispatcher refuses before anything runs is tried.
 */
export async function checkErrors(subject: Subject, scratch: Scratch, example: ExampleCall | undefined, run: boolean): Promise<void> {
  const trials = [...refused(subject, example), ...(run && example !== undefined ? hostile(subject, scratch, example) : [])];
  for (const { what, words, must } of trials) {
    const guard = run || subject.entry.dry_run === "native" ? [] : ["--dry-run"];
    await judge(subject, what, must, await call(subject, scratch, [...GIVEN, ...guard, ...words]));
  }
  if (run && example !== undefined) await checkMissing(subject, scratch, example);
}

function judge(subject: Subject, what: string, must: boolean, called: Awaited<ReturnType<typeof call>>): void {
  const bad = badFailure(called);
  if (bad !== undefined) tell(subject, "error_form", `With ${what} it fails, and ${bad}`, failWell(subject.entry));
  else if (must && called.outcome?.ok === true) {
    tell(subject, "error_form", `With ${what} it succeeds as if nothing were wrong`, "Declare the options and arguments that it takes");
  }
}

/** Calls that the header itself refuses. */
function refused({ entry }: Subject, example: ExampleCall | undefined): Trial[] {
  if (entry.options === undefined && entry.args === undefined) return [];
  const parameters = [...(entry.options ?? []), ...(entry.args ?? [])];
  const given = example?.given ?? {};
  const trials: Trial[] = [
    { what: "an option that it does not have", words: ["--no-such-option-of-this-tool", ...(example?.words ?? [])], must: true },
  ];
  const typed = parameters.find(({ type }) => type !== "string" && type !== "path");
  if (typed !== undefined)
    trials.push({ what: `a wrong type for ${typed.name}`, words: input({ ...given, [typed.name]: { not: "this" } }), must: true });
  const required = parameters.find((parameter) => parameter.required && parameter.env === undefined && parameter.default === undefined);
  if (required !== undefined) {
    const without = Object.fromEntries(Object.entries(given).filter(([name]) => name !== required.name));
    trials.push({ what: `no ${required.name}`, words: input(without), must: true });
  }
  return trials;
}

/** Values of the declared types that nobody expects. */
function hostile({ entry, project }: Subject, scratch: Scratch, example: ExampleCall): Trial[] {
  const parameters = [...(entry.options ?? []), ...(entry.args ?? [])];
  const trial = (parameter: Parameter, what: string, value: unknown): Trial => {
    const given = { ...example.given, [parameter.name]: parameter.list ? [value] : value };
    return { what: `${what} for ${parameter.name}`, words: input(given, scratch), must: false };
  };
  const first = (...types: readonly Parameter["type"][]) => parameters.filter(({ type }) => types.includes(type)).slice(0, 2);
  return [
    ...first("string").flatMap((one) => [trial(one, "an empty value", ""), trial(one, `${HUGE} characters`, "x".repeat(HUGE))]),
    ...first("integer", "number").map((one) => trial(one, "-1", -1)),
    ...first("path").flatMap((one) => [
      trial(one, "a path that does not exist", "no such folder/no such file"),
      trial(one, "a file that cannot be read", unreadable(scratch)),
      trial(one, "a path that is empty", ""),
    ]),
  ].filter(() => project.root !== "");
}

/** To the superuser every file can be read; a folder in a file's place cannot. */
function unreadable(scratch: Scratch): string {
  const path = join(scratch.temporary, "unreadable");
  if (process.getuid?.() === 0) mkdirSync(path, { recursive: true });
  else {
    writeFileSync(path, "");
    chmodSync(path, 0);
  }
  return path;
}

let inputs = 0;

function input(given: Readonly<Record<string, unknown>>, scratch?: Scratch): string[] {
  const text = JSON.stringify(given);
  if (scratch === undefined || text.length < 4096) return ["--input", text];
  const file = join(scratch.temporary, `input-${++inputs}.json`);
  writeFileSync(file, text);
  return ["--input", `@${file}`];
}

/** Takes away what the first testable precondition needs: the call must say so, and how to get it back. */
async function checkMissing(subject: Subject, scratch: Scratch, example: ExampleCall): Promise<void> {
  const { entry } = subject;
  const env = toolEnv(subject, scratch);
  for (const test of entry.preconditions) {
    if (test.kind === "set") {
      if (entry.env.find(({ name }) => name === test.name)?.default !== undefined) continue;
      judge(
        subject,
        `${test.name} unset`,
        true,
        await call(subject, scratch, [...GIVEN, ...example.words], { env: { [test.name]: undefined } }),
      );
      return;
    }
    if (test.kind !== "exists" && test.kind !== "file" && test.kind !== "directory") continue;
    const place = resolvePath(test.path, env, scratch.root);
    const way = place === undefined ? ".." : relative(scratch.root, place);
    if (place === undefined || way === "" || way.startsWith("..")) continue;
    const aside = join(scratch.elsewhere, "aside");
    try {
      renameSync(place, aside);
    } catch {
      continue;
    }
    judge(subject, `${test.path} gone`, true, await call(subject, scratch, [...GIVEN, ...example.words]));
    renameSync(aside, place);
    return;
  }
}
