import { type ChildProcess, spawn } from "node:child_process";
import type { CapabilityKind } from "../../registry/catalog/descriptor.ts";
import { hookAnswer, LONGEST_ANSWER, oneLine } from "../../registry/hook/hook-answer.ts";
import { findProgram } from "../../registry/project/find-program.ts";
import type { HookSettings } from "../../registry/project/project.ts";
import type { Outcome } from "../../registry/tool-context.ts";
import { now } from "../clock.ts";
import { processEnd } from "../runner/process-end.ts";
import { keepAll, keepLast } from "../runner/process-output.ts";

/** What a hook is told of a call, as JSON on its stdin, beside `hook`: `before` or `after`. */
export interface HookInput {
  /** The capability. */
  readonly id: string;
  readonly kind: CapabilityKind;
  /** Names the call in the session log. */
  readonly call: string;
  /** The arguments as the call will have them, complete and checked; no secret is taken out, since they are what is judged. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The caller's own words, of a tool without declared arguments; else null. */
  readonly words: readonly string[] | null;
  readonly dry_run: boolean;
  readonly mode: string;
  readonly channel: string;
  readonly session: string | null;
  readonly turn: string | null;
  /** Absolute. */
  readonly cwd: string;
  /** Absolute. */
  readonly project_root: string;
  /** Of an `after` hook: what the call came to. */
  readonly outcome?: Outcome;
}

/** What hooks run in. */
export interface HookGround {
  /** PROJECT_ROOT: the working folder of every hook. */
  readonly root: string;
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface HookVerdict {
  readonly command: readonly string[];
  /** `failed`: there is no answer, and that refuses as well. */
  readonly decision: "allow" | "deny" | "ask" | "failed" | "interrupted";
  readonly reason: string;
  /** Milliseconds. */
  readonly duration_ms: number;
}

const DEFAULT_SECONDS = 10;
const STDERR_KEPT = 2048;

/**
 * Asks hooks in their order until one refuses (contract 4.11). Each is a
 * program with its arguments, without a shell, in a process group of its own.
 * Only exit code 0 with a clear answer is taken for one: whatever cannot start,
 * takes too long, is ended, leaves with another code, or prints too much,
 * nothing or nonsense has failed. Never throws.
 */
export async function runHooks(
  when: "before" | "after",
  hooks: readonly HookSettings[],
  about: HookInput,
  ground: HookGround,
): Promise<readonly HookVerdict[]> {
  const input = JSON.stringify({ hook: when, ...about });
  const verdicts: HookVerdict[] = [];
  for (const hook of hooks) {
    const started = now();
    const { decision, reason } = await answerOf(hook, input, ground);
    verdicts.push({ command: hook.command, decision, reason, duration_ms: Math.round(now() - started) });
    if (decision !== "allow" && decision !== "ask") break;
  }
  return verdicts;
}

type Answer = Pick<HookVerdict, "decision" | "reason">;

async function answerOf(hook: HookSettings, input: string, ground: HookGround): Promise<Answer> {
  const [program = "", ...args] = hook.command;
  const file = findProgram(program, { path: ground.env.PATH, cwd: ground.root });
  if (file === undefined) return failed(`${program} is no program that may be run here`);
  let child: ChildProcess;
  try {
    child = spawn(file, args, { cwd: ground.root, env: { ...ground.env }, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  } catch (error) {
    return failed(`it cannot be started: ${messageOf(error)}`);
  }
  // A hook need not read what it is told.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  const answer = keepAll(child.stdout, LONGEST_ANSWER);
  const errors = keepLast(child.stderr, STDERR_KEPT, () => {});
  const seconds = hook.timeout ?? DEFAULT_SECONDS;
  const end = await processEnd(child, {
    streams: [child.stdout, child.stderr].filter((stream) => stream !== null),
    timeoutMs: seconds * 1000,
    signal: ground.signal,
    overflow: answer.overflowed,
    lastOutput: () => Math.max(answer.last(), errors.last()),
  });
  // A background child may hold it unread, which would keep this process.
  child.stdin?.destroy();
  switch (end.kind) {
    case "not-started":
      return failed(`it cannot be started: ${end.error.code === "ENOENT" ? "its interpreter is missing" : messageOf(end.error)}`);
    case "timeout":
      return failed(`it gave no answer within ${seconds} s`);
    case "interrupted":
      return { decision: "interrupted", reason: "the call was interrupted" };
    case "overflow":
      return failed(`it printed more than ${LONGEST_ANSWER} bytes`);
    case "exit": {
      const said = oneLine(errors.bytes().toString());
      if (end.code !== 0) return failed(`it ended with ${end.signal ?? `exit code ${end.code}`}${said === "" ? "" : `: ${said}`}`);
      // What came after its own end was kept in part only.
      if (answer.overflowed.aborted) return failed(`it printed more than ${LONGEST_ANSWER} bytes`);
      return hookAnswer(answer.bytes());
    }
  }
}

function failed(reason: string): Answer {
  return { decision: "failed", reason: oneLine(reason) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}
