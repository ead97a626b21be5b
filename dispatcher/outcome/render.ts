import type { OutcomeError } from "../../registry/tool-context.ts";
import { writeAll } from "./output.ts";

/** A stream of the caller's, and whether a person reads it. */
export interface Stream {
  fd: number;
  terminal: boolean;
}

/** The error form of contract 4.5; several Fix commands stand a line each, in their order. */
export function errorText(error: Pick<OutcomeError, "message" | "layer" | "recoverable" | "fix">): string {
  const fixes = error.fix.map((fix) => `  → Fix: ${fix}\n`).join("");
  return `Error: ${error.message}\n  [LAYER: ${error.layer}] [RECOVERABLE: ${error.recoverable}]\n${fixes}`;
}

/** Writes the error form; in colour only for a person. */
export async function tellError(error: OutcomeError, stream: Stream, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const text = errorText(error);
  if (!stream.terminal || env["NO_COLOR"] || env["TERM"] === "dumb") {
    writeAll(stream.fd, text);
    return;
  }
  const { colourError } = await import("./colour.ts");
  writeAll(stream.fd, colourError(text));
}
