/**
 * TOOL_META
 * Hold a tool to its header by running it in a scratch copy of the project: effects, dry run, retries, output, errors; use it before a commit and in CI.
 *
 * @noun tool
 * @verb verify
 * @option {boolean} [all=false] - Every tool of the project's own.
 * @option {integer} [jobs=2] - How many tools are tried side by side.
 * @arg {string} [noun] - The tool's noun, or its file.
 * @arg {string} [verb] - The tool's verb.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @side_effect process runs the tools in a scratch copy of the project below TMPDIR, which is removed
 * @idempotent true
 * @dry_run native
 * @env *
 * @output json
 * @exit_code 0 No fault; the data may hold warnings, and notes on what could not be tried.
 * @exit_code 1 There is no such tool.
 * @exit_code 2 A tool is not what its header says; each finding says where and what to write instead.
 * @exit_code 3 The scratch copy cannot be made.
 * @keywords verify, proof, contract, idempotent, side effects, CI
 * @example tool verify docs init
 * @see_also tool lint
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { openProject } from "../registry/project/open.ts";
import { projectTools } from "../registry/project/tools.ts";
import { chosenTools, everyTool, toolNames } from "../registry/proof/chosen-tools.ts";
import { exampleCalls } from "../registry/proof/example-call.ts";
import { countBySeverity, type Finding, sortedFindings } from "../registry/proof/finding.ts";
import { findingsText, notAsDeclared } from "../registry/proof/refuse.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import type { CopyReport } from "./support/proof/scratch-copy.ts";
import type { Verified } from "./support/proof/verify-tool.ts";

export interface Verification {
  tools: readonly Omit<Verified, "findings" | "trial">[];
  faults: number;
  warnings: number;
  notes: number;
  findings: readonly Finding[];
  /** What the scratch copy holds; null in a dry run, which makes none. */
  copy: CopyReport | null;
}

/** What a dry run tells: the calls that would be tried first, by tool. */
export interface WouldVerify {
  would_try: readonly { tool: string; source: string; examples: readonly string[] }[];
  copy: null;
}

export const run: Run<ToolArguments["tool verify"], Verification | WouldVerify> = async ({ all, jobs, noun, verb }, context) => {
  const project = await openProject(context.env, context.cwd);
  const every = everyTool(project);
  const chosen = chosenTools(every, all ? undefined : noun, all ? undefined : verb, {
    cwd: context.cwd,
    verb: "verify",
    command: context.command,
  });
  const { tools } = await projectTools(project);
  if (context.dryRun) {
    const would_try = chosen.map(({ stem, folder, name }) => {
      const entry = tools.find((tool) => tool.entry.id === `local__${stem}`)?.entry;
      return {
        tool: entry ? `${entry.noun} ${entry.verb}` : stem,
        source: folder.prefix + name,
        examples: entry ? exampleCalls(entry).map(({ text }) => text) : [],
      };
    });
    return { would_try, copy: null };
  }
  const { scratchCopy } = await import("./support/proof/scratch-copy.ts");
  const { verifyTool } = await import("./support/proof/verify-tool.ts");
  const { watchProject } = await import("./support/proof/check-outside.ts");
  const { tmpdir } = await import("node:os");
  const copy = scratchCopy(project.root, tmpdir(), context.env);
  try {
    for (const { path, reason } of copy.report.left_out)
      if (!/cache or log/.test(reason)) context.warn(`The scratch copy lacks ${path}: ${reason}`);
    // One that breaks down must not leave the other's calls behind.
    const stop = new AbortController();
    context.signal.addEventListener("abort", () => stop.abort(context.signal.reason));
    const place = { project, copy, tools, names: toolNames(every), signal: stop.signal };
    const watch = watchProject(project, copy);
    const verified: Verified[] = [];
    const waiting = [...chosen];
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        verified.push(await verifyTool(next, place));
        context.progress(verified.length, chosen.length, verified.at(-1)?.tool);
      }
    };
    const workers = Array.from({ length: Math.max(1, jobs) }, worker);
    try {
      await Promise.all(workers);
    } catch (error) {
      stop.abort(error);
      await Promise.allSettled(workers);
      throw error;
    }
    const outside = watch.findings(verified.flatMap(({ trial }) => trial ?? []));
    const findings = sortedFindings([...verified.flatMap((one) => one.findings), ...outside]);
    const told = verified.map(({ findings: _, trial: __, ...rest }) => rest).sort((a, b) => (a.source < b.source ? -1 : 1));
    const data: Verification = { tools: told, ...countBySeverity(findings), findings, copy: copy.report };
    const again = all ? ["--all"] : [noun, verb].flatMap((word) => word ?? []);
    if (data.faults > 0) throw notAsDeclared(findings, context.command("tool", "verify", ...again), data);
    context.next("registry check");
    return data;
  } finally {
    copy.remove();
  }
};

export const render: Render<Verification | WouldVerify> = (data) => {
  if ("would_try" in data) return data.would_try.map(({ tool, examples }) => `${tool}: ${examples.join("; ") || "no example"}`).join("\n");
  const { tools, warnings, notes, findings, copy } = data;
  const calls = tools.reduce((sum, tool) => sum + tool.calls, 0);
  const held = `${tools.length} ${tools.length === 1 ? "tool is" : "tools are"} what ${tools.length === 1 ? "its header says" : "their headers say"}`;
  return [
    ...findingsText(findings),
    `${held}: ${calls} calls in a copy of ${copy?.files ?? 0} files, ${warnings} warnings, ${notes} notes`,
  ].join("\n");
};
