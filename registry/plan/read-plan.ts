/** The command lines of a plan, or why the text is none. */
export type PlanText = { ok: true; lines: readonly string[] } | { ok: false; reason: string };

/**
 * Reads a plan: one command line a line, blank ones and `#` comments left out; or JSON: a list of command lines, or
 * an object whose `steps` are command lines or objects with `command`, as `plan show --json` and `plan check` give it,
 * in their envelope or without.
 */
export function readPlan(text: string): PlanText {
  const bare = text.replace(/^\uFEFF/, "");
  if (bare.includes("\0") || bare.includes("\uFFFD")) return { ok: false, reason: "it is not text" };
  if (/^\s*[[{]/.test(bare)) return readJson(bare);
  const lines = bare
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return { ok: true, lines };
}

function readJson(text: string): PlanText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, reason: `it begins as JSON and is not: ${(error as Error).message}` };
  }
  const steps = stepsIn(value);
  if (steps === undefined) return { ok: false, reason: "as JSON it is a list of command lines, or an object with such a list as steps" };
  const lines: string[] = [];
  for (const [at, step] of steps.entries()) {
    const line = typeof step === "string" ? step : member(step, "command");
    if (typeof line !== "string") return { ok: false, reason: `step ${at + 1} is no command line` };
    lines.push(line);
  }
  return { ok: true, lines };
}

function stepsIn(value: unknown): readonly unknown[] | undefined {
  for (const inner of [value, member(value, "steps"), member(member(value, "data"), "steps")]) if (Array.isArray(inner)) return inner;
  return undefined;
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
