import { setHost } from "../../../dispatcher/runner/host.ts";
import type { RunRequest } from "../../../dispatcher/runner/run-request.ts";
import type { ToolEntry } from "../../../registry/entry.ts";

export interface Heard {
  logs: string[];
  warnings: string[];
  nexts: string[];
  progress: [number, number, string | undefined][];
  stderr: string;
}

/** A host as it is when running from sources. */
export function setSourceHost(packageRoot: string, workerFile?: string): void {
  setHost({ packageRoot, importModule: (specifier) => import(specifier), builtTool: () => undefined, workerFile });
}

export function fakeEntry(changes: Partial<ToolEntry> = {}): ToolEntry {
  return {
    id: "local__docs-fetch",
    noun: "docs",
    verb: "fetch",
    preconditions: [],
    idempotent: true,
    side_effects: [],
    output: { format: "text" },
    env: [],
    source: "lib/docs-fetch.sh",
    runner: "process",
    sha256: "0".repeat(64),
    derived_risk: "low",
    tokens: { index: 1, full: 1 },
    ...changes,
  };
}

const noPort = () => Promise.reject(new Error("no capability layer here"));

/** A request that captures, with everything the tool's asides said. */
export function fakeRequest(
  file: string,
  projectRoot: string,
  changes: Partial<RunRequest> & { entry?: Partial<ToolEntry> } = {},
): { request: RunRequest; heard: Heard } {
  const heard: Heard = { logs: [], warnings: [], nexts: [], progress: [], stderr: "" };
  const decoder = new TextDecoder();
  const { entry, ...rest } = changes;
  const request: RunRequest = {
    tool: { file, entry: fakeEntry(entry), warnings: [] },
    args: {},
    argv: [],
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: projectRoot },
    projectRoot,
    subjectCommand: "acme",
    cwd: projectRoot,
    json: true,
    dryRun: false,
    yes: false,
    timeoutMs: undefined,
    signal: new AbortController().signal,
    stdout: "capture",
    report: {
      log: (message) => heard.logs.push(message),
      warn: (message) => heard.warnings.push(message),
      progress: (done, total, what) => heard.progress.push([done, total, what]),
      next: (command) => heard.nexts.push(command),
      stderr: (chunk) => {
        heard.stderr += decoder.decode(chunk, { stream: true });
      },
    },
    call: () => Promise.reject(new Error("no tool to call here")),
    capabilities: { list: noPort, turn: noPort, explain: noPort, search: noPort, call: noPort },
    ...rest,
  };
  return { request, heard };
}
