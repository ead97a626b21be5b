import type { ToolContext } from "../../../registry/tool-context.ts";

export interface FakeContext extends ToolContext {
  readonly warnings: string[];
  readonly logs: string[];
  readonly nexts: string[];
  readonly progressed: [number, number][];
}

const noPort = () => Promise.reject(new Error("no capability layer here"));

/** A tool's context that only remembers what the tool said. */
export function fakeContext(env: Record<string, string>, extra: Partial<ToolContext> = {}): FakeContext {
  const warnings: string[] = [];
  const logs: string[] = [];
  const nexts: string[] = [];
  const progressed: [number, number][] = [];
  return {
    env,
    cwd: env.PROJECT_ROOT ?? "/",
    json: false,
    dryRun: false,
    yes: false,
    signal: new AbortController().signal,
    log: (message) => logs.push(message),
    warn: (message) => warnings.push(message),
    progress: (done, total) => progressed.push([done, total]),
    next: (command) => nexts.push(command),
    command: (...words) => ["acme", ...words].join(" "),
    call: () => Promise.reject(new Error("no other tool here")),
    capabilities: { list: noPort, turn: noPort, explain: noPort, search: noPort, call: noPort },
    ...extra,
    warnings,
    logs,
    nexts,
    progressed,
  };
}
