import { writeAll } from "../outcome/output.ts";
import type { Stream } from "../outcome/render.ts";
import type { Reporter } from "../runner/run-request.ts";

/** A reporter that also keeps what the envelope needs. */
export interface KeepingReporter extends Reporter {
  readonly warnings: readonly string[];
  readonly nextCommands: readonly string[];
  /** Takes the progress line off the terminal. */
  clear(): void;
}

/**
 * Tells asides on stderr as they come; the bar only on a terminal, and gone
 * before anything else is written there.
 */
export function stderrReporter({ fd, terminal }: Stream): KeepingReporter {
  const warnings: string[] = [];
  const nextCommands: string[] = [];
  let bar = "";
  const clear = () => {
    if (bar !== "") writeAll(fd, "\r\x1b[K");
    bar = "";
  };
  const tell = (text: string | Uint8Array) => {
    clear();
    writeAll(fd, text);
  };
  return {
    warnings,
    nextCommands,
    clear,
    log: (message) => tell(`${message}\n`),
    warn: (message) => {
      if (warnings.includes(message)) return;
      warnings.push(message);
      tell(`Warning: ${message}\n`);
    },
    next: (command) => {
      if (!nextCommands.includes(command)) nextCommands.push(command);
    },
    stderr: tell,
    progress: (done, total, what = "") => {
      if (!terminal()) return;
      const part = total > 0 ? Math.min(1, done / total) : 0;
      const line = `[${"#".repeat(Math.floor(part * 30)).padEnd(30, "-")}] ${done}/${total} ${what}`.slice(0, 79);
      if (line !== bar) writeAll(fd, `\r\x1b[K${line}`);
      bar = line;
    },
  };
}
