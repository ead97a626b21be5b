import { fault } from "../error/catalogue.ts";
import type { SplitLine } from "./split.ts";

/** What the global options limit, of one call. */
export interface Limits {
  /** Milliseconds. */
  timeoutMs: number | undefined;
  fields: readonly string[] | undefined;
  /** Bytes of the data as JSON. */
  maxBytes: number | undefined;
}

/** Reads `--timeout`, `--fields` and `--max-bytes`. Throws `limit_invalid`. */
export function limitsOf(globals: SplitLine["globals"], help: string): Limits {
  const wrong = (option: string, expected: string, given: unknown) =>
    fault("limit_invalid", { option, expected, given: JSON.stringify(given), help });
  const { timeout, fields, "max-bytes": maxBytes } = globals;
  const limits: { -readonly [K in keyof Limits]: Limits[K] } = { timeoutMs: undefined, fields: undefined, maxBytes: undefined };
  if (timeout !== undefined) {
    const seconds = /^(\d+\.?\d*|\.\d+)$/.test(String(timeout)) ? Number(timeout) : 0;
    if (seconds <= 0 || seconds > 2_000_000) throw wrong("--timeout", "seconds above 0", timeout);
    limits.timeoutMs = Math.max(1, Math.round(seconds * 1000));
  }
  if (fields !== undefined) {
    limits.fields = String(fields)
      .split(",")
      .map((field) => field.trim())
      .filter((field) => field !== "");
    if (limits.fields.length === 0) throw wrong("--fields", "names of fields with commas between", fields);
  }
  if (maxBytes !== undefined) {
    limits.maxBytes = /^\d{1,12}$/.test(String(maxBytes)) ? Number(maxBytes) : 0;
    if (limits.maxBytes < 2) throw wrong("--max-bytes", "a number of bytes, 2 or more", maxBytes);
  }
  return limits;
}
