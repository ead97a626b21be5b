import { isUtf8 } from "node:buffer";
import { fault } from "../../registry/error/catalogue.ts";
import type { ToolError } from "../../registry/error/tool-error.ts";
import type { JsonSchema, OutputFormat } from "../../registry/tool-meta/tool-meta.ts";
import type { Judged } from "./trust.ts";

export interface ReadOutput {
  /** A string of a text tool, the value of a json tool, a list of an ndjson tool; undefined with an error. */
  readonly data: unknown;
  readonly error: ToolError | undefined;
  readonly warnings: readonly string[];
}

/** Bytes of what a tool printed instead of JSON that are kept with the error. */
const SHOWN = 4096;

/**
 * Reads a successful process tool's stdout as what its header declares (contract 4.6), and checks it against the
 * header's JSON Schema if it has one. Errors: `output_not_json`, `output_schema_mismatch`, `output_schema_invalid`.
 */
export async function readOutput(
  stdout: Buffer,
  declared: { readonly format: OutputFormat; readonly schema?: JsonSchema },
  tool: Judged,
): Promise<ReadOutput> {
  if (declared.format === "text") return textOutput(stdout);
  const values = { tool: `${tool.noun} ${tool.verb}`, noun: tool.noun, verb: tool.verb, command: tool.command, format: declared.format };
  const parsed = declared.format === "json" ? parseJson(stdout) : parseLines(stdout);
  if (parsed.reason !== undefined) {
    const detail = { stdout: stdout.subarray(0, SHOWN).toString(), stdout_total_bytes: stdout.length };
    return failed(fault("output_not_json", { ...values, reason: parsed.reason }, { detail }));
  }
  if (declared.schema === undefined) return { data: parsed.data, error: undefined, warnings: [] };
  const { checkSchema } = await import("./output-schema.ts");
  const checked = checkSchema(declared.schema, parsed.data);
  if (checked.ok) return { data: parsed.data, error: undefined, warnings: [] };
  return failed(fault(checked.code, { ...values, reason: checked.reason }, { detail: checked.detail }));
}

function failed(error: ToolError): ReadOutput {
  return { data: undefined, error, warnings: [] };
}

/** Bytes that are no UTF-8 become U+FFFD, and that is said. */
function textOutput(stdout: Buffer): ReadOutput {
  const invalid = isUtf8(stdout) ? undefined : firstInvalid(stdout);
  const warnings = invalid === undefined ? [] : [`The output is not UTF-8 from byte ${invalid} on; what cannot be read is shown as U+FFFD`];
  return { data: stdout.toString(), error: undefined, warnings };
}

type Parsed = { readonly data: unknown; readonly reason?: undefined } | { readonly data?: undefined; readonly reason: string };

function parseJson(bytes: Buffer): Parsed {
  if (!isUtf8(bytes)) return { reason: `not UTF-8 at byte ${firstInvalid(bytes)}` };
  const text = bytes.toString().replace(/^\ufeff/, "");
  if (text.trim() === "") return { reason: "nothing" };
  try {
    return { data: JSON.parse(text) as unknown };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

function parseLines(bytes: Buffer): Parsed {
  if (!isUtf8(bytes)) return { reason: `not UTF-8 at byte ${firstInvalid(bytes)}` };
  const data: unknown[] = [];
  for (const [index, line] of bytes
    .toString()
    .replace(/^\ufeff/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    try {
      data.push(JSON.parse(line));
    } catch (error) {
      return { reason: `line ${index + 1}: ${(error as Error).message}` };
    }
  }
  return { data };
}

/** Offset of the first byte that is not part of a character. */
function firstInvalid(bytes: Buffer): number {
  let low = 0;
  let high = bytes.length;
  // The longest prefix that is valid, or is so but for a character cut at its end.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isUtf8(bytes.subarray(0, wholeCharacters(bytes, middle)))) low = middle;
    else high = middle - 1;
  }
  return wholeCharacters(bytes, low);
}

function wholeCharacters(bytes: Buffer, end: number): number {
  for (let start = end - 1; start >= Math.max(0, end - 4); start--) {
    const byte = bytes[start] as number;
    if (byte < 0x80) return end;
    if (byte >= 0xc0) return start + (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > end ? start : end;
  }
  return end;
}
