import { join } from "node:path";
import type { CapabilityIntent, TurnReport } from "../../registry/capability-port.ts";
import type { Catalog, CatalogSource } from "../../registry/catalog/catalog.ts";
import { idOfModelName } from "../../registry/discovery/model-name.ts";
import type { RenderedTurn } from "../../registry/discovery/rendered-turn.ts";
import type { VisibleSet } from "../../registry/discovery/visible-set.ts";
import type { PermissionMode } from "../../registry/permission/mode.ts";
import { openProject } from "../../registry/project/open.ts";
import { type ApprovalRequest, approvalAsk } from "./approval.ts";
import { lendHost } from "./library-host.ts";
import { type Observation, observationOf } from "./observation.ts";
import { openBook } from "./open-book.ts";
import { openHub } from "./open-hub.ts";
import { type CallGround, runCapability } from "./run-capability.ts";
import { projectSources } from "./sources.ts";

export interface HarnessOptions {
  /** The project whose tools and skills are meant: a folder, absolute or relative to the working folder. */
  readonly projectRoot: string;
  /** Only stricter than the project's own mode, which is `ask` for a library where niche.json says nothing. */
  readonly permissionMode?: PermissionMode;
  /** A session's id; true: a new session. Default: nothing is written. */
  readonly session?: string | boolean;
  /** Capabilities of the embedder's own, and later MCP servers. */
  readonly sources?: readonly CatalogSource[];
  /** The environment that tools get their declared variables from. Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Asks a person; absent or undefined: nobody can be asked, and such a call is refused with exit code 3. */
  readonly approve?: (request: ApprovalRequest) => Promise<boolean | undefined> | boolean | undefined;
  /** Bytes of one observation; what is beyond is kept in a file. Default 16,384. */
  readonly maxBytes?: number;
  /** Tokens that a turn may spend on capabilities. Default: `capabilities.turn_tokens` of niche.json, else 1,500. */
  readonly turnTokens?: number;
  /** Seconds that one call may take. Default 120. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Lines that tools and the kit say for people. Default: nobody hears them. */
  readonly log?: (line: string) => void;
}

export interface TurnInput {
  /** What the user wants, in his words. */
  readonly userGoal?: string;
  /** Files that the work is about, relative to the project or absolute. */
  readonly touchedPaths?: readonly string[];
  readonly cwd?: string;
  /** Tokens left in the model's context. Default 200,000. */
  readonly contextBudgetRemaining?: number;
  readonly permissionMode?: PermissionMode;
}

/** What a model asks for: the name as its API gave it, or an id. */
export interface ToolIntent {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly dryRun?: boolean;
}

/** One turn of an agent: what it may see, and the one way to use it. */
export interface Turn extends RenderedTurn {
  /** Null without a session. */
  readonly turnId: string | null;
  /** Members and refusals, each with its reason. */
  readonly visible: VisibleSet;
  readonly diff: TurnReport["diff"];
  /** Calls through the pipeline; never throws, a refusal is an observation. */
  call(intent: ToolIntent): Promise<Observation>;
}

export interface Harness {
  readonly session: string | null;
  /** All capabilities known now, as descriptors. */
  catalog(): Promise<Catalog>;
  turn(input?: TurnInput): Promise<Turn>;
}

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
  const say = options.log ?? (() => {});
  const ground: CallGround = {
    project,
    json: true,
    timeoutMs: (options.timeout ?? TIMEOUT_SECONDS) * 1000,
    fields: undefined,
    maxBytes: options.maxBytes ?? MAX_BYTES,
    cwd: project.root,
    signal: options.signal ?? new AbortController().signal,
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
  };
  return {
    session: book.id,
    catalog: () => hub.catalog(),
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
          return observationOf(name, result, project.root);
        },
      };
    },
  };
}
