import type { Stream } from "../outcome/render.ts";

/** What the command line front has of its caller. */
export interface CliIo {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  stdout: Stream;
  stderr: Stream;
  /** Whether a person can be asked: stdin is a terminal, too. */
  interactive(): boolean;
  signal: AbortSignal;
}
