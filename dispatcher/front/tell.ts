import type { Outcome } from "../../registry/tool-context.ts";
import { jsonDocument } from "../outcome/document.ts";
import { writeAll } from "../outcome/output.ts";
import { tellError } from "../outcome/render.ts";
import type { CallResult } from "../pipeline/call-result.ts";
import type { CliIo } from "./cli-io.ts";

/**
 * Writes what a call came to: the error form on stderr, and on stdout the JSON
 * document or the text for people. Throws what the system says of a stdout that
 * takes no more.
 *
 * @returns the outcome as it was told: a result that cannot be written became a failure.
 */
export async function tell({ outcome, text, raw, streamed, told }: CallResult, json: boolean, io: CliIo): Promise<Outcome> {
  if (json) {
    const document = jsonDocument(outcome, raw);
    if (!document.outcome.ok && !told) await tellError(document.outcome.error, io.stderr, io.env);
    writeAll(io.stdout.fd, document.text);
    return document.outcome;
  }
  if (!outcome.ok) {
    if (!told) await tellError(outcome.error, io.stderr, io.env);
    return outcome;
  }
  if (streamed) return outcome;
  const shown = text ?? (typeof outcome.data === "string" ? outcome.data : JSON.stringify(outcome.data, null, 2));
  if (shown !== "") writeAll(io.stdout.fd, shown.endsWith("\n") ? shown : `${shown}\n`);
  tellAsides(outcome, io.stderr.fd);
  return outcome;
}

function tellAsides(outcome: Extract<Outcome, { ok: true }>, fd: number): void {
  // Those of a call were told as they came; help has only these.
  if (outcome.tool === null) for (const warning of outcome.meta.warnings) writeAll(fd, `Warning: ${warning}\n`);
  const { truncated } = outcome.meta;
  if (truncated) writeAll(fd, `Cut to ${truncated.kept_bytes} of ${truncated.total_bytes} bytes; the whole: ${truncated.file}\n`);
  for (const command of outcome.next) writeAll(fd, `→ Next: ${command}\n`);
}
