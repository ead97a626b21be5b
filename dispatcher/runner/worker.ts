import { Worker } from "node:worker_threads";
import { fault } from "../../registry/error/catalogue.ts";
import type { ToolError } from "../../registry/error/tool-error.ts";
import { endCommand } from "./child-processes.ts";
import { keepStdin } from "./closed-stdin.ts";
import { endFamily, familyOf } from "./process-family.ts";
import type { ModuleResult, RunRequest } from "./run-request.ts";
import { interruptedFault, names, stoppedFault, timeoutFault } from "./same-call.ts";
import {
  type Asked,
  errorFrom,
  type FromWorker,
  type PlainRequest,
  plainError,
  type ToWorker,
  type WorkerData,
} from "./worker-messages.ts";

/** Between the word to stop and the end of the thread; again for the processes it started. Milliseconds. */
const GRACE = 500;

/**
 * Runs a module tool in a worker thread, which can be ended in the midst of a synchronous loop. With it end the processes that the
 * tool started, if it was stopped. Throws what `callModule` throws, and `timeout`, `interrupted`, `worker_ended`.
 */
export async function runInWorker(request: RunRequest, workerFile: string): Promise<ModuleResult> {
  const { signal, report, call: _, capabilities: __, ...plain } = request;
  const data: WorkerData = { chunk: "dispatcher/runner/worker-entry", request: plain satisfies PlainRequest };
  const worker = new Worker(workerFile, { workerData: data, stdout: true, stderr: true, execArgv: [] });
  const children = new Set<number>();
  const family = familyOf(
    ({ pid, parent }) => parent === process.pid && children.has(pid),
    () => children,
  );
  let looked = Promise.resolve();
  const timers: NodeJS.Timeout[] = [];
  const tell = (message: ToWorker) => worker.postMessage(message);
  worker.stdout.on("data", (chunk: Buffer) => report.stderr(chunk));
  worker.stderr.on("data", (chunk: Buffer) => report.stderr(chunk));

  let stopped: (() => ToolError) | undefined;
  let interrupted = () => {};
  let answered = false;
  let syncChild: string | undefined;
  let syncEnd: Promise<void> | undefined;
  const result = new Promise<ModuleResult>((resolve, reject) => {
    const stop = (reason: unknown, error: () => ToolError) => {
      if (stopped !== undefined) return;
      stopped = error;
      // Before the tool hears of it: who loses its parent could not be found behind that.
      looked = family.look().then(() => tell({ type: "abort", reason }));
      if (syncChild !== undefined) syncEnd = endCommand(syncChild, GRACE);
      timers.push(setTimeout(() => reject(error()), GRACE));
    };
    interrupted = () => stop(signal.reason, () => interruptedFault(request));
    signal.addEventListener("abort", interrupted);
    if (request.timeoutMs !== undefined) timers.push(setTimeout(() => stop("timeout", () => timeoutFault(request)), request.timeoutMs));
    worker.on("message", (message: FromWorker) => {
      switch (message.type) {
        case "log":
        case "warn":
        case "next":
          return report[message.type](message.text);
        case "progress":
          return report.progress(message.done, message.total, message.what);
        case "child":
          return void children.add(message.pid);
        case "sync-child":
          syncChild = message.command;
          // The next of a loop of them: a stopped tool starts no more.
          if (stopped !== undefined && syncChild !== undefined) syncEnd = endCommand(syncChild, 0);
          return;
        case "ask":
          return void answer(message.id, asked(request, message.asked), tell);
        case "result":
          answered = true;
          return resolve(message.result);
        case "failure":
          answered = true;
          return reject(errorFrom(message.error));
      }
    });
    worker.on("error", (error) => reject(fault("worker_ended", { ...names(request), reason: error.message }, { cause: error })));
    worker.on("exit", (code) => reject(fault("worker_ended", { ...names(request), reason: `exit code ${code}` })));
  });

  try {
    const value = await result;
    if (stopped === undefined) return value;
    throw (stopped as () => ToolError)();
  } catch (error) {
    throw stopped === undefined ? error : stoppedFault((stopped as () => ToolError)(), error);
  } finally {
    signal.removeEventListener("abort", interrupted);
    for (const timer of timers) clearTimeout(timer);
    await syncEnd;
    await looked;
    await ended(worker, answered);
    if (stopped !== undefined) await endFamily(family, GRACE);
    // The thread's stream over descriptor 0 has closed it for the whole process.
    if (request.tool.entry.stdin === true) keepStdin();
  }
}

function asked({ call, capabilities }: RunRequest, wish: Asked): Promise<unknown> {
  if (wish.port === "call") return call(wish.intent);
  const method = capabilities[wish.method] as (...params: readonly unknown[]) => Promise<unknown>;
  return method(...wish.params);
}

async function answer(id: number, value: Promise<unknown>, tell: (message: ToWorker) => void): Promise<void> {
  try {
    tell({ type: "answer", id, value: await value });
  } catch (error) {
    tell({ type: "refusal", id, error: plainError(error) });
  }
}

/** A thread that has given its answer ends by itself and hands over what it still has to say; any other is ended. */
async function ended(worker: Worker, answered: boolean): Promise<void> {
  const gone = worker.threadId === -1 ? Promise.resolve() : new Promise((resolve) => worker.once("exit", resolve));
  if (answered) await within(GRACE, gone);
  // A thread inside a native call, spawnSync among them, ends only after it: it is not waited for.
  if (worker.threadId !== -1) await within(GRACE, worker.terminate());
}

async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
