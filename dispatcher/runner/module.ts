import { host } from "./host.ts";
import { callModule } from "./module-call.ts";
import type { ModuleResult, RunRequest } from "./run-request.ts";
import { interruptedFault, stoppedFault, timeoutFault } from "./same-call.ts";

/** What a tool that was told to stop may take to do so. Milliseconds. */
const GRACE = 1000;
/** Between TERM and KILL to what a stopped tool had started. Milliseconds. */
const CHILD_GRACE = 500;
/** Taken before a tool could replace it. */
const nextTurn = setImmediate;

/**
 * Runs a module tool (contract 4.4): in this process, or, where a time limit applies or `isolated` asks for it, in a
 * worker that can be stopped. The caller cannot tell which, nor where the tool lies.
 *
 * Rejects with a ToolError: the tool's own; `timeout`, `interrupted`; `module_threw`, `module_rejection`, `module_exit_called`,
 * `module_never_settled`; `module_not_loadable`, `module_no_run`, `tool_vanished`, `tool_unreadable`, `compile_failed`,
 * `compiler_unavailable`; `result_not_json`, `render_not_text`; `worker_ended`.
 */
export async function runModule(request: RunRequest): Promise<ModuleResult> {
  if (request.signal.aborted) throw interruptedFault(request);
  const { workerFile } = host();
  if (workerFile !== undefined && (request.timeoutMs !== undefined || request.isolated)) {
    const { runInWorker } = await import("./worker.ts");
    return runInWorker(request, workerFile);
  }
  return runHere(request);
}

/**
 * A tool that was stopped has no result, also if it returned one in the grace: the same as for a process. In a process that runs
 * this one call, what the tool had started ends with it.
 */
function runHere(request: RunRequest): Promise<ModuleResult> {
  return new Promise((resolve, reject) => {
    const abort = new AbortController();
    const givenUp = new AbortController();
    const timers: NodeJS.Timeout[] = [];
    // The launcher's mark. Anybody else's process has children of its own, which are nobody's here to end.
    const ownsProcess = process.env.NICHE_STDOUT !== undefined;
    let endChildren = async () => {};
    const stop = (reason: unknown) => {
      if (ownsProcess) endChildren = lookedUp(() => abort.abort(reason));
      else abort.abort(reason);
      timers.push(setTimeout(() => givenUp.abort(), GRACE));
    };
    const interrupted = () => stop(request.signal.reason);
    const ended = async (thrown?: unknown) => {
      // A signal that came while a synchronous child had the thread is heard in the next turn that polls.
      if (ownsProcess) for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => nextTurn(resolve));
      request.signal.removeEventListener("abort", interrupted);
      for (const timer of timers) clearTimeout(timer);
      await endChildren();
      if (request.signal.aborted) reject(stoppedFault(interruptedFault(request), thrown));
      else if (abort.signal.aborted) reject(stoppedFault(timeoutFault(request), thrown));
      else return true;
      return false;
    };
    request.signal.addEventListener("abort", interrupted);
    if (request.timeoutMs !== undefined) timers.push(setTimeout(() => stop("timeout"), request.timeoutMs));
    callModule({ ...request, signal: abort.signal }, givenUp.signal).then(
      async (result) => (await ended()) && resolve(result),
      async (error: unknown) => (await ended(error)) && reject(error),
    );
  });
}

/** Looks up who descends from this process now, `then` stops the tool; what it gives back ends them, and those who came meanwhile. */
function lookedUp(then: () => void): () => Promise<void> {
  const looked = import("./process-family.ts").then(async ({ endFamily, ownFamily }) => {
    const family = ownFamily();
    await family.look();
    then();
    return () => endFamily(family, CHILD_GRACE);
  });
  return async () => (await looked)();
}
