import type { CapabilityPort } from "../../registry/capability-port.ts";
import type { LocatedTool, Project } from "../../registry/project/project.ts";
import type { Reporter } from "../runner/run-request.ts";
import type { Governance } from "./governance.ts";

/** What every call has on its way through the pipeline, whatever is called and whichever front made it. */
export interface CommonCall {
  readonly project: Project;
  /** What the caller gave, by name; of a tool, of the declared types. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  /** Milliseconds; undefined: no limit. */
  readonly timeoutMs: number | undefined;
  /** Only these fields of the data; undefined: all. */
  readonly fields: readonly string[] | undefined;
  /** Bytes to cut the data to; undefined: no limit. */
  readonly maxBytes: number | undefined;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly reporter: Reporter;
  /** Asks a person yes or no; undefined where nobody can be asked. */
  ask(question: string): Promise<boolean | undefined>;
  /** How many calls stand above this one: a tool may call others, and those again. */
  readonly depth: number;
  /** The command line that makes this call, for Fix commands. */
  readonly line: string;
  /** Mode, rules, hooks and session that stand over the call; undefined: the project has none, and the CLI's defaults hold. */
  readonly governance?: Governance | undefined;
  /** Told by a call that this one's work made: it gave what comes from outside, so this one's result is no more to be trusted. */
  readonly heardOutside?: () => void;
  /** The capability layer for the tool that this call runs. */
  readonly port: (call: CommonCall) => CapabilityPort;
}

/** A call of one of the project's tools. */
export interface Call extends CommonCall {
  readonly tool: LocatedTool;
  /** The caller's own words, for a tool without declared arguments. */
  readonly words: readonly string[];
  /** The project's environment with the tool's declared defaults filled in. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where a text tool's output may go as it comes; undefined: it is a result to be judged and wrapped. */
  readonly stream: number | undefined;
  /** This process's stdin is this call's alone: it may be closed. Not so where a front lives long. */
  readonly ownsStdin: boolean;
  /** Run a module tool in a worker also without a limit: in fronts that live long. */
  readonly isolated?: boolean;
}

/** A call whose arguments are complete and checked. */
export interface CheckedCall extends Call {
  readonly args: Readonly<Record<string, unknown>>;
}

/** `docs fetch`: how people name the tool of a call. */
export function toolName(call: Pick<Call, "tool">): string {
  return `${call.tool.entry.noun} ${call.tool.entry.verb}`;
}

/** Whether the header declares arguments at all; without, everything is passed on as it came. */
export function declaresArguments(call: Pick<Call, "tool">): boolean {
  return call.tool.entry.options !== undefined || call.tool.entry.args !== undefined;
}
