import { setMaxListeners } from "node:events";
import { join } from "node:path";
import type { CapabilityIntent } from "../../registry/capability-port.ts";
import { idOfModelName } from "../../registry/discovery/model-name.ts";
import { openProject } from "../../registry/project/open.ts";
import { approvalAsk } from "./approval.ts";
import type { Harness, HarnessOptions } from "./harness.ts";
import { lendHost } from "./library-host.ts";
import { observationOf } from "./observation.ts";
import { openBook } from "./open-book.ts";
import { openHub } from "./open-hub.ts";
import { portOf } from "./port.ts";
import { type CallGround, runCapability } from "./run-capability.ts";
import { projectSources } from "./sources.ts";

const MAX_BYTES = 16_384;
const TIMEOUT_SECONDS = 120;

/**
 * Opens the capability layer of a project for an agent of your own.
 *
 * @throws ToolError `project_root_missing`, `settings_*`, `session_unknown`, `session_unwritable`
 */
export async function openHarness(options: HarnessOptions): Promise<Harness> {
  lendHost();
  const env = { ...(options.env ?? process.env), PROJECT_ROOT: options.projectRoot };
  const project = await openProject(env, process.cwd());
  const book = await openBook(project, options.session, "library");
  const hub = openHub({
    project,
    channel: "library",
    cwd: project.root,
    book,
    sources: [...projectSources(project, { name: "library", ask: options.approve !== undefined }), ...(options.sources ?? [])],
    cacheFolder: join(project.root, "logs", "cache", "catalog"),
    mode: options.permissionMode,
    turnTokens: options.turnTokens,
  });
  const signal = options.signal ?? new AbortController().signal;
  // Every call listens to it, and calls may run side by side.
  setMaxListeners(0, signal);
  const say = options.log ?? (() => {});
  const ground: CallGround = {
    project,
    json: true,
    timeoutMs: (options.timeout ?? TIMEOUT_SECONDS) * 1000,
    fields: undefined,
    maxBytes: options.maxBytes ?? MAX_BYTES,
    cwd: project.root,
    signal,
    isolated: true,
    reporter: {
      log: say,
      warn: (message) => say(`Warning: ${message}`),
      next: () => {},
      progress: () => {},
      stderr: (chunk) => say(Buffer.from(chunk).toString()),
    },
    ask: approvalAsk(options.approve),
    depth: 0,
    governance: hub.governance,
    port: (call) => portOf(hub, call),
  };
  return {
    session: book.id,
    catalog: async () => {
      const { load: _, sourceOf: __, ...view } = await hub.catalog();
      return view;
    },
    descriptor: (id) => hub.descriptor(id),
    turn: async (input = {}) => {
      const report = await hub.turn({
        ...(input.userGoal === undefined ? {} : { goal: input.userGoal }),
        ...(input.touchedPaths === undefined ? {} : { touched: input.touchedPaths }),
        ...(input.cwd === undefined ? {} : { cwd: input.cwd }),
        ...(input.contextBudgetRemaining === undefined ? {} : { budget: input.contextBudgetRemaining }),
        ...(input.permissionMode === undefined ? {} : { mode: input.permissionMode }),
      });
      const idOf = (name: string) =>
        idOfModelName(
          name,
          report.visible.members.map(({ id }) => id),
        ) ?? name;
      return {
        ...report.rendered,
        turnId: report.turnId,
        visible: report.visible,
        diff: report.diff,
        call: async ({ name, input: given, dryRun }) => {
          const intent: CapabilityIntent = { id: name, input: given, ...(dryRun === undefined ? {} : { dryRun }) };
          const result = await runCapability(intent, ground, await hub.catalog(), idOf);
          return observationOf(name, result, project.root, ground.maxBytes ?? MAX_BYTES);
        },
      };
    },
  };
}
