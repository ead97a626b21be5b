import type { ToolEntry } from "../../../registry/entry.ts";
import { type Unmet, unmet } from "../../../registry/plan/holds.ts";
import { providerOf } from "../../../registry/plan/provide.ts";
import { exampleCalls } from "../../../registry/proof/example-call.ts";
import { notTryable } from "../../../registry/proof/tryable.ts";
import type { Scratch } from "./scratch-copy.ts";
import { call, GIVEN, type Subject, toolEnv } from "./subject.ts";

/** The preconditions of a tool that do not hold in the copy now. */
export function unmetIn(subject: Subject, scratch: Scratch, entry: ToolEntry = subject.entry): Unmet[] {
  const env = toolEnv(subject, scratch, entry);
  return entry.preconditions.flatMap((one) => unmet(one, env, scratch.root) ?? []);
}

/**
 * Makes the tool's preconditions hold in the copy by calling the tools that provide them, with their own needs before them.
 * What is returned still does not hold.
 */
export async function bringAbout(
  subject: Subject,
  scratch: Scratch,
  entry: ToolEntry = subject.entry,
  asked: ReadonlySet<string> = new Set(),
): Promise<Unmet[]> {
  const entries = subject.tools.map((tool) => tool.entry);
  const going = new Set([...asked, entry.id]);
  for (const one of unmetIn(subject, scratch, entry)) {
    if (one.kind !== "missing" && one.kind !== "older") continue;
    for (const provider of providerOf(one.precondition, entries)) {
      const [example] = exampleCalls(provider);
      const env = toolEnv(subject, scratch, provider);
      if (going.has(provider.id) || example === undefined) continue;
      if (notTryable(provider, example.given, env, scratch.root, scratch.folder) !== undefined) continue;
      if ((await bringAbout(subject, scratch, provider, going)).length > 0) continue;
      const { outcome } = await call(subject, scratch, [...GIVEN, ...example.words], {}, provider);
      if (outcome?.ok === true) break;
    }
  }
  return unmetIn(subject, scratch, entry);
}
