import { canonicalArgv } from "../../registry/grammar/complete.ts";
import type { Intent, Outcome } from "../../registry/tool-context.ts";
import { closeStdin } from "../runner/closed-stdin.ts";
import { runModule } from "../runner/module.ts";
import type { RunRequest, RunResult } from "../runner/run-request.ts";
import { type CheckedCall, declaresArguments } from "./call.ts";
import { toolEnvironment } from "./environment.ts";

/** Stage 4: the runner of the tool's kind does the work. Only here anything of the tool's is run. */
export async function execute(call: CheckedCall, callTool: (intent: Intent) => Promise<Outcome>): Promise<RunResult> {
  const { entry } = call.tool;
  const request: RunRequest = {
    tool: call.tool,
    args: call.args,
    argv: declaresArguments(call) ? canonicalArgv(entry, call.args) : call.words,
    env: toolEnvironment(entry, call.env),
    projectRoot: call.project.root,
    subjectCommand: call.project.command,
    cwd: call.cwd,
    json: call.json,
    dryRun: call.dryRun,
    yes: call.yes,
    governed: call.governance !== undefined,
    ...(call.isolated === true ? { isolated: true } : {}),
    timeoutMs: call.timeoutMs ?? (entry.timeout === undefined ? undefined : entry.timeout * 1000),
    signal: call.signal,
    stdout: call.stream !== undefined && entry.output.format === "text" ? call.stream : "capture",
    report: call.reporter,
    call: callTool,
    capabilities: call.port(call),
  };
  if (entry.runner === "module") {
    if (call.ownsStdin && entry.stdin !== true) closeStdin();
    return runModule(request);
  }
  const { runProcess } = await import("../runner/process.ts");
  return runProcess(request);
}
