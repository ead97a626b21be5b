import type { CapabilityPort } from "./capability-port.ts";

/** What a module tool returns is its data; `render` in the module turns it into text for people. */
export type Run<Args = Record<string, unknown>, Data = unknown> = (args: Args, context: ToolContext) => Promise<Data> | Data;
export type Render<Data = unknown> = (data: Data) => string;

/** What the dispatcher gives a module tool (contract 4.4). The tool never learns which front called it. */
export interface ToolContext {
  /** The declared variables, those of preconditions and side effects, and the base set; nothing else. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The caller's working folder: relative `path` values are relative to it, never to the process. */
  readonly cwd: string;
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  /** The project's own mode and rules stood over this call and let it pass, by a person's word where they ask for one: protected paths are their matter. */
  readonly governed?: boolean;
  /** Aborted on a time limit and on INT, TERM and HUP. */
  readonly signal: AbortSignal;
  /** A line for people, on stderr. */
  log(message: string): void;
  /** A warning that also stands in `meta.warnings` of the JSON result. */
  warn(message: string): void;
  /** How far the work is; shown on a terminal's stderr only. */
  progress(done: number, total: number, what?: string): void;
  /** Names a command that is worth running next, without the subject: `docs index`. */
  next(command: string): void;
  /** The subject's command line as the caller can type it, for Fix commands: `command("docs", "index")`. */
  command(...words: readonly string[]): string;
  /** Calls another tool of the same project, through the same pipeline. */
  call(intent: Intent): Promise<Outcome>;
  /** The capability layer: catalog, turn, search, calls of every kind. */
  readonly capabilities: CapabilityPort;
}

/** One wish to use a tool: what every front makes of its request. */
export interface Intent {
  noun: string;
  verb: string;
  /** Validated against the tool's input schema, whoever made it. */
  args: Readonly<Record<string, unknown>>;
  /** The caller's words as they came, for a tool that declares no arguments. */
  words?: readonly string[];
  dryRun?: boolean;
  yes?: boolean;
  /** Seconds. */
  timeout?: number;
}

export interface OutcomeError {
  code: string;
  layer: "precondition" | "runtime" | "platform";
  recoverable: "yes" | "no" | "user-action-required";
  message: string;
  fix: readonly string[];
  exit_code: 1 | 2 | 3;
  detail?: unknown;
}

export interface OutcomeMeta {
  duration_ms: number;
  dry_run: boolean;
  truncated: null | { total_bytes: number; kept_bytes: number; file: string };
  warnings: readonly string[];
}

/** The JSON envelope of contract 4.6, before it is printed. */
export type Outcome =
  | { ok: true; tool: string | null; data: unknown; next: readonly string[]; meta: OutcomeMeta }
  | { ok: false; tool: string | null; error: OutcomeError; meta: OutcomeMeta };
