import { AsyncLocalStorage } from "node:async_hooks";
import { createReadStream, fstatSync } from "node:fs";
import { hasHost, host } from "./host.ts";

/** How a tool in this process broke the rules of being a guest here. */
export type Breach =
  | { readonly breach: "exit"; readonly what: string }
  | { readonly breach: "rejection" | "uncaught"; readonly error: unknown }
  | { readonly breach: "never" | "given-up" };

interface Call {
  readonly env: Record<string, string | undefined>;
  readonly stdin: boolean;
  fail(breach: Breach): void;
}

interface State {
  readonly storage: AsyncLocalStorage<Call>;
  readonly calls: Set<Call>;
  restore: (() => void) | undefined;
}

const STATE = Symbol.for("nichekit.guard");
const nextTurn = setImmediate;

/**
 * Runs `work` so that it can neither end this process nor see more of it than its environment (contract 4.4).
 *
 * While at least one call runs, `process.env` answers from the running call's own set, an exit, abort or self-kill, an
 * exception or rejection that nobody handles, and an await that can no longer settle reject the call with a `Breach`, and
 * `process.stdout` goes to stderr. Several calls may run at the same time. Afterwards everything is as it was. A call that
 * does not end is let go by `givenUp`; what it does from then on is no longer held.
 *
 * Out of reach here: synchronous loops, native aborts, and children that were given descriptor 1.
 */
export async function guarded<T>(
  guest: { readonly env: Readonly<Record<string, string>>; readonly stdin: boolean; readonly givenUp?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const state = guardState();
  let fail: (breach: Breach) => void = () => {};
  const gate = new Promise<never>((_, reject) => {
    fail = reject;
  });
  gate.catch(() => {});
  const call: Call = { env: { ...guest.env }, stdin: guest.stdin, fail };
  guest.givenUp?.addEventListener("abort", () => fail({ breach: "given-up" }));
  const keepInStep = await viewsInStep();
  state.calls.add(call);
  state.restore ??= install(state, keepInStep);
  try {
    const result = await Promise.race([gate, state.storage.run(call, work)]);
    // A rejection left behind in the last turn is only reported after it.
    await new Promise((resolve) => nextTurn(resolve));
    return await Promise.race([gate, result]);
  } finally {
    state.calls.delete(call);
    if (state.calls.size === 0) {
      state.restore?.();
      state.restore = undefined;
    }
  }
}

/** Runs the dispatcher's own work, asked for from inside a call, as if outside of it. */
export function outsideGuard<T>(work: () => T): T {
  return guardState().storage.exit(work);
}

export function isBreach(value: unknown): value is Breach {
  return typeof value === "object" && value !== null && "breach" in value;
}

/** One for the whole process: this module may stand in two chunks. */
function guardState(): State {
  const holder = globalThis as Record<symbol, unknown>;
  holder[STATE] ??= { storage: new AsyncLocalStorage<Call>(), calls: new Set(), restore: undefined } satisfies State;
  return holder[STATE] as State;
}

/** What an ES module imported from `node:process` before is a copy: this brings such copies up to date. */
async function viewsInStep(): Promise<() => void> {
  return hasHost() && host().freshProcess === true ? () => {} : (await import("node:module")).syncBuiltinESMExports;
}

function install(state: State, keepInStep: () => void): () => void {
  const undo = [guardEnvironment(state), guardExits(state), guardStreams(state), guardErrors(state)];
  const { exitCode } = process;
  const folder = currentFolder();
  keepInStep();
  return () => {
    for (const step of undo) step();
    process.exitCode = exitCode;
    if (folder !== undefined && currentFolder() !== folder) process.chdir(folder);
    keepInStep();
  };
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

function guardEnvironment({ storage }: State): () => void {
  const real = process.env;
  const env = () => storage.getStore()?.env ?? real;
  process.env = new Proxy(real, {
    get: (_, name) => (typeof name === "string" ? env()[name] : undefined),
    set: (_, name, value) => Reflect.set(env(), name, String(value)),
    has: (_, name) => name in env(),
    deleteProperty: (_, name) => Reflect.deleteProperty(env(), name),
    ownKeys: () => Reflect.ownKeys(env()),
    defineProperty: (_, name, descriptor) => Reflect.set(env(), name, String(descriptor.value)),
    getOwnPropertyDescriptor: (_, name) => {
      const value = typeof name === "string" ? env()[name] : undefined;
      return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
    },
  });
  return () => {
    process.env = real;
  };
}

function guardExits({ storage }: State): () => void {
  // What `process.exit` comes to, without its listeners; no part of Node's types.
  const inner = process as unknown as { reallyExit(code?: number): never };
  const real = { exit: process.exit, reallyExit: inner.reallyExit, abort: process.abort, kill: process.kill };
  const refuse = (call: Call, what: string): never => {
    const breach: Breach = { breach: "exit", what };
    call.fail(breach);
    throw breach;
  };
  process.exit = (code) => {
    const call = storage.getStore();
    return call ? refuse(call, `process.exit(${code ?? ""})`) : real.exit.call(process, code);
  };
  inner.reallyExit = (code) => {
    const call = storage.getStore();
    return call ? refuse(call, `process.reallyExit(${code ?? ""})`) : real.reallyExit.call(process, code);
  };
  process.abort = () => {
    const call = storage.getStore();
    return call ? refuse(call, "process.abort()") : real.abort.call(process);
  };
  process.kill = (pid, signal) => {
    const call = storage.getStore();
    if (call && signal !== 0 && (pid === 0 || Math.abs(pid) === process.pid)) refuse(call, `process.kill(${pid}, ${signal ?? "SIGTERM"})`);
    return real.kill.call(process, pid, signal);
  };
  return () => Object.assign(process, real);
}

function guardStreams({ storage }: State): () => void {
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin") as PropertyDescriptor;
  let closed: ReturnType<typeof createReadStream> | undefined;
  Object.defineProperty(process, "stdin", {
    configurable: true,
    enumerable: true,
    get: () => {
      const call = storage.getStore();
      if (call === undefined || call.stdin) return stdin.get ? stdin.get.call(process) : stdin.value;
      closed ??= createReadStream("/dev/null");
      return closed;
    },
  });
  // Under the launcher both already lead to the caller's stderr, and the stream need not be made (1.5 to 3 ms).
  const write = sameOutput() ? undefined : process.stdout.write;
  if (write !== undefined) {
    process.stdout.write = ((...args: Parameters<typeof write>) =>
      storage.getStore() ? process.stderr.write(...args) : write.apply(process.stdout, args)) as typeof write;
  }
  return () => {
    Object.defineProperty(process, "stdin", stdin);
    if (write !== undefined) process.stdout.write = write;
  };
}

function sameOutput(): boolean {
  try {
    const [stdout, stderr] = [fstatSync(1), fstatSync(2)];
    return stdout.dev === stderr.dev && stdout.ino === stderr.ino;
  } catch {
    return false;
  }
}

/** The guard hears of stray errors first; listeners of the process itself step aside meanwhile. */
function guardErrors({ storage, calls }: State): () => void {
  // An error that has lost its call belongs to one of those that run: to all of them if that is not one.
  const fail = (breach: Breach) => {
    const call = storage.getStore();
    for (const one of call ? [call] : calls) one.fail(breach);
  };
  const replaced: [string, (...args: unknown[]) => void][] = [
    ["uncaughtException", (error) => !isBreach(error) && fail({ breach: "uncaught", error })],
    ["unhandledRejection", (error) => !isBreach(error) && fail({ breach: "rejection", error })],
  ];
  const before = replaced.map(([name]) => process.rawListeners(name as "exit") as (() => void)[]);
  for (const [name, listener] of replaced) process.removeAllListeners(name).on(name, listener);
  // The event loop is empty: a call that still waits will never be woken.
  const never = () => {
    for (const call of calls) call.fail({ breach: "never" });
  };
  process.on("beforeExit", never);
  return () => {
    process.off("beforeExit", never);
    replaced.forEach(([name], index) => {
      process.removeAllListeners(name);
      for (const listener of before[index] ?? []) process.on(name, listener);
    });
  };
}
