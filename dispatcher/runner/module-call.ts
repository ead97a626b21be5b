import type { CapabilityPort } from "../../registry/capability-port.ts";
import { fault } from "../../registry/error/catalogue.ts";
import { shellQuote } from "../../registry/error/shell-quote.ts";
import type { Render, Run, ToolContext } from "../../registry/tool-context.ts";
import { guarded, isBreach, outsideGuard } from "./guard.ts";
import { jsonData } from "./json-data.ts";
import type { LoadedModule } from "./load-file.ts";
import { breachFault, loadFault, resultFault, runFault } from "./module-faults.ts";
import { loadModule } from "./module-load.ts";
import type { ModuleResult, RunRequest } from "./run-request.ts";
import { names } from "./same-call.ts";

/**
 * Loads a module tool and calls it in this thread, behind the guard. The same for a tool of the shared lib and a foreign
 * one, in the main thread and in a worker. Rejects with a ToolError, whatever the tool did.
 */
export async function callModule(request: RunRequest, givenUp?: AbortSignal): Promise<ModuleResult> {
  const guest = { env: request.env, stdin: request.tool.entry.stdin === true, givenUp };
  try {
    return await guarded(guest, async () => {
      const module = await loadModule(request).catch((error: unknown) =>
        Promise.reject(isBreach(error) ? error : loadFault(error, request)),
      );
      return await callLoaded(module, request);
    });
  } catch (error) {
    throw isBreach(error) ? breachFault(error, request) : runFault(error, request);
  }
}

async function callLoaded(module: LoadedModule, request: RunRequest): Promise<ModuleResult> {
  const run = exported(module, "run") as Run | undefined;
  const render = exported(module, "render") as Render | undefined;
  if (run === undefined) throw fault("module_no_run", names(request));
  const returned = await run(structuredClone(request.args), toolContext(request));
  const data = checkedData(returned, request);
  if (request.json || render === undefined) return { kind: "value", data, text: undefined };
  const text: unknown = await render(data);
  if (typeof text !== "string") throw fault("render_not_text", { ...names(request), type: text === null ? "null" : typeof text });
  return { kind: "value", data, text };
}

/** A CommonJS file has its exports on `default`. */
function exported(module: LoadedModule, name: string): unknown {
  const inDefault = (module.default as Record<string, unknown> | undefined)?.[name];
  const found = module[name] ?? inDefault;
  return typeof found === "function" ? found : undefined;
}

function checkedData(returned: unknown, request: RunRequest): unknown {
  try {
    const { data, notes } = jsonData(returned);
    for (const note of notes) request.report.warn(note);
    return data;
  } catch (error) {
    throw resultFault(error, request);
  }
}

function toolContext(request: RunRequest): ToolContext {
  const { report, subjectCommand } = request;
  return {
    env: request.env,
    cwd: request.cwd,
    json: request.json,
    dryRun: request.dryRun,
    yes: request.yes,
    governed: request.governed === true,
    signal: request.signal,
    log: (message) => report.log(message),
    warn: (message) => report.warn(message),
    progress: (done, total, what) => report.progress(done, total, what),
    next: (command) => report.next(command),
    command: (...words) => [subjectCommand, ...words.map(shellQuote)].join(" "),
    call: (intent) => outsideGuard(() => request.call(intent)),
    capabilities: unguarded(request.capabilities),
  };
}

/** What the dispatcher does for a tool is not held by the tool's guard. */
function unguarded(port: CapabilityPort): CapabilityPort {
  return {
    list: (kinds) => outsideGuard(() => port.list(kinds)),
    turn: (wish) => outsideGuard(() => port.turn(wish)),
    explain: (id, wish) => outsideGuard(() => port.explain(id, wish)),
    search: (wish) => outsideGuard(() => port.search(wish)),
    call: (intent) => outsideGuard(() => port.call(intent)),
  };
}
