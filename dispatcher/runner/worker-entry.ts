import { parentPort, workerData } from "node:worker_threads";
import type { CapabilityPort } from "../../registry/capability-port.ts";
import type { Outcome } from "../../registry/tool-context.ts";
import { now } from "../clock.ts";
import { trackChildren, watchSyncChildren } from "./child-processes.ts";
import { callModule } from "./module-call.ts";
import { type Asked, errorFrom, type FromWorker, plainError, type ToWorker, type WorkerData } from "./worker-messages.ts";
import { readStdinHere } from "./worker-stdin.ts";

/** How much later than the thread itself its synchronous children end by their own limit. Milliseconds. */
const SYNC_GRACE = 1000;

/** Entry of a worker thread: one call of one module tool, then the end, whatever the tool left open. */
export function start(): void {
  const port = parentPort;
  if (port === null) throw new Error("this chunk runs in a worker thread");
  const { request } = workerData as WorkerData;
  const tell = (message: FromWorker) => port.postMessage(message);
  const end = process.exit.bind(process, 0);
  const abort = new AbortController();
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  let calls = 0;

  port.on("message", (message: ToWorker) => {
    if (message.type === "abort") return abort.abort(message.reason);
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (waiting.size === 0) port.unref();
    if (message.type === "answer") caller?.resolve(message.value);
    else caller?.reject(errorFrom(message.error));
  });
  // A tool that waits for nothing has to be seen as such; only an open call keeps the thread alive.
  port.unref();
  // In a front that lives long, stdin is the front's own.
  if (request.tool.entry.stdin === true && !request.isolated) readStdinHere();
  const deadline = now() + (request.timeoutMs ?? Number.POSITIVE_INFINITY) + SYNC_GRACE;
  watchSyncChildren(deadline, (command) => tell({ type: "sync-child", command }));
  trackChildren((pid) => tell({ type: "child", pid }));

  const ask = (asked: Asked) =>
    new Promise<unknown>((resolve, reject) => {
      port.ref();
      waiting.set(++calls, { resolve, reject });
      tell({ type: "ask", id: calls, asked });
    });
  const capability =
    <Method extends keyof CapabilityPort>(method: Method) =>
    (...params: Parameters<CapabilityPort[Method]>) =>
      ask({ port: "capabilities", method, params } as Asked) as ReturnType<CapabilityPort[Method]>;

  callModule({
    ...request,
    signal: abort.signal,
    report: {
      log: (text) => tell({ type: "log", text }),
      warn: (text) => tell({ type: "warn", text }),
      next: (text) => tell({ type: "next", text }),
      progress: (done, total, what) => tell({ type: "progress", done, total, what }),
      stderr: (chunk) => process.stderr.write(chunk),
    },
    call: (intent) => ask({ port: "call", intent }) as Promise<Outcome>,
    capabilities: {
      list: capability("list"),
      turn: capability("turn"),
      explain: capability("explain"),
      search: capability("search"),
      call: capability("call"),
    },
  }).then(
    (result) => {
      tell({ type: "result", result });
      end();
    },
    (error: unknown) => {
      tell({ type: "failure", error: plainError(error) });
      end();
    },
  );
}
