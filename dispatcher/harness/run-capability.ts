import type { CapabilityIntent } from "../../registry/capability-port.ts";
import type { Catalog } from "../../registry/catalog/catalog.ts";
import { ALIASES } from "../../registry/discovery/well-known.ts";
import { fault } from "../../registry/error/catalogue.ts";
import { isToolError } from "../../registry/error/tool-error.ts";
import { withDefaults } from "../../registry/plan/resolve.ts";
import { locateTool } from "../../registry/project/locate.ts";
import { now } from "../clock.ts";
import { failure, metaOf } from "../outcome/envelope.ts";
import type { Call, CommonCall } from "../pipeline/call.ts";
import { callLine } from "../pipeline/call-line.ts";
import type { CallResult } from "../pipeline/call-result.ts";
import { SOURCE, type SourceCall } from "../pipeline/kinds/source.ts";
import { pipeline } from "../pipeline/run.ts";
import { callAnother, DEEPEST, runCall } from "../pipeline/run-tool.ts";
import { unexpected } from "../pipeline/unexpected.ts";
import { capabilityUnknown } from "../pipeline/visibility.ts";

/** What a call of a capability stands on: everything of a call but what is called. */
export type CallGround = Omit<CommonCall, "given" | "line" | "dryRun" | "yes"> &
  Partial<Pick<CommonCall, "dryRun" | "yes">> &
  Pick<Call, "isolated">;

/**
 * Calls a capability of any kind by its id, or by the name that `nameOf`
 * gives the model for it. Never throws: whatever stands against it is an
 * outcome of the one form.
 */
export async function runCapability(
  intent: CapabilityIntent,
  ground: CallGround,
  catalog: Catalog,
  idOf: (name: string) => string = (name) => (Object.hasOwn(ALIASES, name) ? (ALIASES[name] as string) : name),
): Promise<CallResult> {
  const started = now();
  const asides = { warnings: [] as string[], nextCommands: [] as string[] };
  const { project } = ground;
  try {
    const id = idOf(shaped(intent, project.command));
    if (ground.depth >= DEEPEST) throw fault("calls_too_deep", { tool: id, limit: DEEPEST, command: project.command });
    const card = catalog.card(id);
    const common: CommonCall = {
      ...ground,
      given: intent.input,
      dryRun: ground.dryRun === true || intent.dryRun === true,
      yes: intent.yes ?? ground.yes ?? false,
      timeoutMs: intent.timeout === undefined ? ground.timeoutMs : intent.timeout * 1000,
      reporter: keeping(ground.reporter, asides),
      line: callLine(project.command, ["capability", "call", "--id", id], intent.input),
    };
    if (card === undefined || card.kind === "channel") throw await unknown(common, id);
    if (card.kind !== "tool" || catalog.sourceOf(id)?.run !== undefined) {
      const call: SourceCall = { ...common, card, catalog };
      return await pipeline(call, SOURCE, asides, started, callAnother);
    }
    const call = await toolCall(common, card.title, ground);
    if (call === undefined) throw await unknown(common, id);
    return await runCall(call, asides, started);
  } catch (error) {
    const told = isToolError(error) ? error : unexpected(error, project.command);
    const outcome = failure(null, told, metaOf(started, intent.dryRun === true, asides.warnings));
    return { outcome, text: undefined, raw: undefined, streamed: false, told: false };
  }
}

/** An intent comes from a model: its form is not taken on trust. */
function shaped(intent: CapabilityIntent, command: string): string {
  const { id, input } = intent as { id: unknown; input: unknown };
  if (typeof id !== "string" || id === "") throw fault("intent_malformed", { reason: "it names no capability", command });
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw fault("intent_malformed", { reason: `the input of ${id} is no JSON object`, command });
  }
  return id;
}

/** Recorded like any refusal, and the same for what does not exist and what may not be seen. */
async function unknown(call: CommonCall, id: string) {
  const error = capabilityUnknown(id, call.project.command);
  const { governance } = call;
  if (governance === undefined) return error;
  const { recordUnknown } = await import("../pipeline/audit.ts");
  recordUnknown(call, id, governance, error);
  return error;
}

async function toolCall(common: CommonCall, title: string, ground: CallGround): Promise<Call | undefined> {
  const [noun = "", verb = ""] = title.split(" ");
  const tool = await locateTool(common.project, noun, verb);
  if (tool === undefined) return undefined;
  const declares = tool.entry.options !== undefined || tool.entry.args !== undefined;
  const given = declares ? common.given : {};
  const words = !declares && Array.isArray(common.given.words) ? common.given.words.map(String) : [];
  return {
    ...common,
    tool,
    given,
    words,
    env: withDefaults(common.project.env, tool.entry.env),
    stream: undefined,
    ownsStdin: false,
    ...(ground.isolated === true ? { isolated: true } : {}),
    line: callLine(common.project.command, [noun, verb, ...words], given),
  };
}

/** The call's own warnings and next commands, besides whoever hears of them as well. */
function keeping(reporter: CommonCall["reporter"], asides: { warnings: string[]; nextCommands: string[] }): CommonCall["reporter"] {
  return {
    log: (message) => reporter.log(message),
    stderr: (chunk) => reporter.stderr(chunk),
    progress: (done, total, what) => reporter.progress(done, total, what),
    warn: (message) => {
      asides.warnings.push(message);
      reporter.warn(message);
    },
    next: (command) => void asides.nextCommands.push(command),
  };
}
