import type { OutcomeError } from "../../registry/tool-context.ts";
import { formatErrorBlock } from "./error-block.ts";
import { writeAll } from "./output.ts";

/** A stream of the caller's, and whether a person reads it. */
export interface Stream {
  fd: number;
  terminal(): boolean;
}

/** Writes the error form; in colour only for a person. */
export async function tellError(error: OutcomeError, stream: Stream, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const text = formatErrorBlock(error);
  if (!stream.terminal() || env.NO_COLOR || env.TERM === "dumb") {
    writeAll(stream.fd, text);
    return;
  }
  const { colourError } = await import("./colour.ts");
  writeAll(stream.fd, colourError(text));
}
