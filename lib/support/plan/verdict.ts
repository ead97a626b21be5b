import { fault } from "../../../registry/error/catalogue.ts";
import { commandLine } from "../../../registry/error/shell-quote.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import type { Missing } from "../../../registry/plan/complete.ts";
import type { Finding, Judgement } from "../../../registry/plan/judge.ts";
import { remedyLine } from "../../../registry/plan/remedies.ts";
import type { World } from "../../../registry/plan/world.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { type ApartData, apartData, fullLine, type MissingData, missingData, type StepData, stepData } from "./plan-data.ts";

/** What `plan check` tells of a sequence. */
export interface Checked {
  valid: boolean;
  /** Those that could be read, by their number in the sequence. */
  steps: readonly StepData[];
  findings: readonly Finding[];
  /** Pairs that must not run side by side, at most 200 of them. */
  apart: readonly ApartData[];
  apart_count: number;
  missing: readonly MissingData[];
  /** The sequence put right, as full command lines; null if no order of these steps holds. */
  corrected: readonly string[] | null;
  /** The call, without the subject, that runs the sequence put right. */
  run: string;
}

export function checkedData(judged: Judgement, lines: readonly string[], world: World, context: ToolContext): Checked {
  const corrected = judged.corrected?.map(({ step }) => step.command);
  return {
    valid: judged.findings.length === 0,
    steps: judged.steps.map(({ number, step }) => stepData({ step, given: number - 1 }, number - 1, world, context)),
    findings: judged.findings,
    apart: apartData(judged.apart, (at) => judged.steps[at]?.number ?? 0),
    apart_count: judged.apart.length,
    missing: judged.plan.missing.map((one) => missingData(one, world, context)),
    corrected: corrected?.map((command) => fullLine(command, context)) ?? null,
    run: commandLine(["plan", "run", ...(corrected ?? lines)]),
  };
}

/**
 * Why a sequence is not run as it stands. The Fix is the sequence put right; where a person must see to something
 * first, that; where no order holds, there is none.
 *
 * @returns ToolError `plan_invalid` (exit 1), `plan_needs_user` (3), `plan_impossible` (2), with the verdict as detail
 */
export function refusal(data: Checked, judged: Judgement, world: World, context: ToolContext): ToolError {
  const { findings, missing, corrected } = data;
  const [first] = findings;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : "";
  const reason = `${first?.reason ?? "it is not right"}${more}`;
  const again = `${context.command()} ${data.run}`;
  const broken = judged.unread.flatMap(({ error: header }) => header ?? []);
  if (broken.length > 0) {
    const lines = [...new Set(broken.flatMap(({ fix }) => fix))];
    const able = broken.every(({ recoverable }) => recoverable === "yes");
    if (able) return fault("plan_invalid", { reason }, { fix: [...lines, again], detail: data });
    return fault("plan_needs_user", { reason }, { fix: [...lines, `Then run: ${again}`], detail: data });
  }
  if (missing.length > 0) {
    return incomplete(reason, judged.plan.missing, again, { world, context, detail: data });
  }
  if (corrected !== null) return fault("plan_invalid", { reason }, { fix: [again], detail: data });
  const [unread] = judged.unread.filter(({ nearest }) => nearest === undefined);
  if (unread !== undefined) return fault("plan_invalid", { reason }, { fix: [fullLine(unread.help, context)], detail: data });
  return fault("plan_impossible", { reason, graph: context.command("plan", "graph") }, { detail: data });
}

/**
 * What no tool provides is left to do first: `plan_invalid` with the headers' own Fix, `plan_needs_user` where only a
 * person can. `again` is the line that goes on then.
 */
export function incomplete(
  reason: string,
  missing: readonly Missing[],
  again: string,
  { world, context, detail }: { world: World; context: ToolContext; detail: unknown },
): ToolError {
  const remedies = missing.map((one) => remedyLine(one, world.root, context.cwd, context.command()));
  const lines = [...new Set(remedies.map(({ line }) => line))];
  if (!remedies.some(({ user }) => user)) return fault("plan_invalid", { reason }, { fix: [...lines, again], detail });
  return fault("plan_needs_user", { reason }, { fix: [...lines, `Then run: ${again}`], detail });
}
