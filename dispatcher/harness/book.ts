import type { SessionEvent } from "../../registry/session/event.ts";
import type { SessionState } from "../../registry/session/state.ts";

/** The session as the harness keeps it: in memory, and where one is on, in its log. */
export interface SessionBook {
  /** Null: nothing is written. */
  readonly id: string | null;
  state(): SessionState;
  /** @throws ToolError `session_unwritable` */
  record(event: SessionEvent): void;
  /** Stores a value by its content, once; gives the SHA-256 (hex) of its canonical JSON, "" where nothing is written. */
  keep(value: unknown): string;
  /** A value stored before. */
  kept(digest: string): unknown;
  /** A value under a name that stands for its content already: `value` is asked for only where it is not stored. */
  keepNamed(name: string, value: () => unknown): string;
  /** A value as the log would have it. */
  withoutSecrets<T>(value: T): T;
  /** A definition as it is stored: only what is a secret for certain is taken out. */
  withoutKnown<T>(value: T): T;
}
