import type { OutcomeMeta } from "../../registry/tool-context.ts";
import { cutData, jsonBytes } from "../outcome/cut.ts";
import { selectFields } from "../outcome/select-fields.ts";
import type { RunResult } from "../runner/run-request.ts";
import type { CheckedCall, CommonCall } from "./call.ts";

/** What a call gave back, judged, and limited as the caller asked. */
export interface Observation {
  data: unknown;
  text: string | undefined;
  /** JSON as the tool printed it. */
  raw: string | undefined;
  streamed: boolean;
  truncated: OutcomeMeta["truncated"];
}

/**
 * Stage 5: what a runner brought back becomes data, or the error that the exit
 * code and the error block add up to (contract 4.5).
 */
export async function observe(call: CheckedCall, result: RunResult, trusted: boolean): Promise<Observation> {
  return withinLimits(call, await judge(call, result), trusted);
}

export type Judged = Omit<Observation, "truncated">;

/** The fields and bytes that the caller asked for. What is cut off is kept in a file, whose name is the handle for the rest. */
export async function withinLimits(call: CommonCall, judged: Judged, trusted: boolean): Promise<Observation> {
  if (judged.streamed || (call.fields === undefined && call.maxBytes === undefined)) return { ...judged, truncated: null };
  return limited(call, judged, trusted);
}

async function judge(call: CheckedCall, result: RunResult): Promise<Judged> {
  if (result.kind === "value") return { data: result.data, text: result.text, raw: undefined, streamed: false };
  const { judgeProcess } = await import("../outcome/trust.ts");
  return judgeProcess(call, result);
}

async function limited(call: CommonCall, { data, text }: Judged, trusted: boolean): Promise<Observation> {
  const selected = call.fields === undefined ? { data, missing: [] } : selectFields(data, call.fields);
  for (const field of selected.missing) call.reporter.warn(`The data has no field ${field}`);
  const shown = call.fields === undefined ? text : undefined;
  const total = jsonBytes(selected.data);
  if (call.maxBytes === undefined || total <= call.maxBytes)
    return { data: selected.data, text: shown, raw: undefined, streamed: false, truncated: null };
  const { keepWhole } = await import("./keep-whole.ts");
  const file = keepWhole(call.project.root, selected.data, trusted);
  const cut = cutData(selected.data, call.maxBytes);
  return {
    data: cut,
    text: undefined,
    raw: undefined,
    streamed: false,
    truncated: { total_bytes: total, kept_bytes: jsonBytes(cut), file },
  };
}
