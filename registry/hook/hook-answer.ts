/** What a hook said of a call, or that it gave no answer which could be used. */
export type HookAnswer =
  | { readonly decision: "allow" | "deny" | "ask"; readonly reason: string }
  | { readonly decision: "failed"; readonly reason: string };

/** Bytes; what a hook prints beyond them is no answer. */
export const LONGEST_ANSWER = 64 * 1024;

/** Characters of a reason that is told and recorded. */
const LONGEST_REASON = 1000;

const DECISIONS: readonly unknown[] = ["allow", "deny", "ask"];

/**
 * Reads a hook's stdout: one JSON object `{ "decision": "allow" | "deny" | "ask", "reason": "…" }`.
 * A reason may be left out. Everything else counts as failed, also a key that is
 * not known here: it would be a wish that nobody grants, such as another input.
 */
export function hookAnswer(stdout: Uint8Array): HookAnswer {
  if (stdout.length > LONGEST_ANSWER) return failed(`it printed more than ${LONGEST_ANSWER} bytes`);
  let value: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(stdout);
    if (text.trim() === "") return failed("it answered nothing");
    value = JSON.parse(text);
  } catch {
    return failed(`its answer is no JSON: ${Buffer.from(stdout).toString().slice(0, 200)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return failed("its answer is no JSON object");
  const { decision, reason = "", ...rest } = value as Readonly<Record<string, unknown>>;
  if (!DECISIONS.includes(decision)) return failed(`its answer has no decision allow, deny or ask: ${JSON.stringify(decision)}`);
  if (typeof reason !== "string") return failed("the reason of its answer is no text");
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return failed(`its answer has the key ${unknown}, which means nothing here`);
  return { decision: decision as "allow" | "deny" | "ask", reason: oneLine(reason) };
}

function failed(reason: string): HookAnswer {
  return { decision: "failed", reason: oneLine(reason) };
}

/** A hook's words reach a terminal and a log: neither may take them for anything but one line of text. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return line.slice(0, LONGEST_REASON).replace(/[\ud800-\udbff]$/, "");
}
