import { fault } from "../../registry/error/catalogue.ts";
import { commandLine, shellQuote } from "../../registry/error/shell-quote.ts";
import { type Unmet, unmet } from "../../registry/plan/holds.ts";
import { providerOf } from "../../registry/plan/provide.ts";
import { withDefaults } from "../../registry/plan/resolve.ts";
import type { LocatedTool } from "../../registry/project/project.ts";
import { projectTools } from "../../registry/project/tools.ts";
import type { CheckedCall } from "./call.ts";

/** What mends one unmet precondition: commands in their order, or the sentence to tell the user. */
type Remedy = { commands: readonly string[] } | { user: string };

/**
 * Stage 2: every declared precondition holds, before anything runs (contract
 * 4.8). The Fix is the header's own, else the command of the tool whose side
 * effect provides what is missing, with that tool's own needs before it.
 *
 * @throws ToolError `precondition_failed`, `precondition_needs_user`, `path_not_permitted`
 */
export async function precondition(call: CheckedCall): Promise<void> {
  const failed = failing(call.tool, call.env, call.project.root);
  const [first] = failed;
  if (first === undefined) return;
  const tools = (await projectTools(call.project)).tools;
  const remedies = failed.map((one) => remedy(one, call, tools, new Set([call.tool.entry.id])));
  const detail = { failed: failed.map(({ precondition: { text }, reason }) => ({ precondition: text, reason })) };
  const denied = failed.find((one) => one.kind === "denied" || one.kind === "not-permitted");
  if (denied !== undefined) throw fault("path_not_permitted", { path: denied.path ?? "" }, { message: denied.reason, detail });
  const users = remedies.flatMap((one) => ("user" in one ? [one.user] : []));
  if (users.length > 0) throw fault("precondition_needs_user", { reason: first.reason }, { fix: users, detail });
  const commands = remedies.flatMap((one) => ("commands" in one ? one.commands : []));
  throw fault("precondition_failed", { reason: first.reason }, { fix: [...new Set(commands)], detail });
}

function failing(tool: LocatedTool, env: CheckedCall["env"], root: string): Unmet[] {
  return tool.entry.preconditions.flatMap((one) => unmet(one, env, root) ?? []);
}

function remedy(failed: Unmet, call: CheckedCall, tools: readonly LocatedTool[], asked: ReadonlySet<string>): Remedy {
  const { precondition: test } = failed;
  if (test.fix !== undefined) return { commands: [inProject(test.fix, call)] };
  const provider = providing(failed, tools, asked);
  if (provider !== undefined) {
    const { entry } = provider;
    const env = withDefaults(call.project.env, entry.env);
    const before = failing(provider, env, call.project.root).map((one) => remedy(one, call, tools, new Set([...asked, entry.id])));
    const blocked = before.find((one) => "user" in one);
    if (blocked !== undefined) return blocked;
    const own = `${call.project.command} ${commandLine([entry.noun, entry.verb])}`;
    return { commands: [...before.flatMap((one) => ("commands" in one ? one.commands : [])), own] };
  }
  return unprovided(failed);
}

/** A header is written for PROJECT_ROOT; its Fix must run from where the caller stands. */
function inProject(fix: string, call: CheckedCall): string {
  return call.cwd === call.project.root ? fix : `(cd ${shellQuote(call.project.root)} && ${fix})`;
}

/** The first provider that can be called as it stands, without arguments that only the caller knows. */
function providing(failed: Unmet, tools: readonly LocatedTool[], asked: ReadonlySet<string>): LocatedTool | undefined {
  if (failed.kind !== "missing" && failed.kind !== "older") return undefined;
  const entries = tools.map((tool) => tool.entry);
  const provider = providerOf(failed.precondition, entries).find(
    (entry) => !asked.has(entry.id) && ![...(entry.options ?? []), ...(entry.args ?? [])].some((parameter) => parameter.required),
  );
  return tools.find((tool) => tool.entry.id === provider?.id);
}

function unprovided(failed: Unmet): Remedy {
  if (failed.kind === "not-executable" && failed.path !== undefined) return { commands: [`chmod +x ${shellQuote(failed.path)}`] };
  if (failed.kind === "unset") return { user: `Tell the user: ${failed.variable} must be set in the wrapper or the environment.` };
  if (failed.precondition.kind === "command") return { user: `Tell the user: install ${failed.precondition.name} and put it on PATH.` };
  return { user: `Tell the user: ${failed.reason}, and no tool of this project provides it.` };
}
