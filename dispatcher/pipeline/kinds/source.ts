import type { Catalog } from "../../../registry/catalog/catalog.ts";
import type { CapabilityCard } from "../../../registry/catalog/descriptor.ts";
import { fault } from "../../../registry/error/catalogue.ts";
import { isToolError } from "../../../registry/error/tool-error.ts";
import type { JsonSchema } from "../../../registry/tool-meta/tool-meta.ts";
import type { CommonCall } from "../call.ts";
import { checkInput } from "../check-input.ts";
import type { Kind } from "../kind.ts";
import { withinLimits } from "../observe.ts";
import { toldEffect } from "../told-effect.ts";

/** A call of what is no tool of the project's own: a skill's load, a resource's reading, a prompt, another source's tool. */
export interface SourceCall extends CommonCall {
  readonly card: CapabilityCard;
  readonly catalog: Catalog;
}

export interface CheckedSourceCall extends SourceCall {
  readonly args: Readonly<Record<string, unknown>>;
}

/** Whose words may be taken as instruction: the user's own and the team's. */
const TRUSTED_SOURCES: ReadonlySet<string> = new Set(["local", "project", "user", "managed"]);

/** Skills, resources, prompts, and tools of other sources. */
export const SOURCE: Kind<SourceCall, CheckedSourceCall> = {
  id: ({ card }) => card.id,
  name: ({ card }) => card.id,
  gateCard: ({ card }) => card,
  validate: async (call) => {
    const { card, given, project } = call;
    checkInput(await inputSchema(call), given, card.id, project.command);
    return { ...call, args: given };
  },
  precondition: () => {},
  effects: ({ card, project }) => ({
    row: card.row,
    told: card.effects.map((effect) => toldEffect(effect, project.env)).join("; ") || `${READS[card.kind]} ${card.id}`,
  }),
  ruleTarget: ({ card, args, cwd, project }) => ({
    id: card.id,
    input: args,
    parameters: Object.keys(args).map((name) => ({ name, type: "string" })),
    words: undefined,
    cwd,
    root: project.root,
    home: project.env.HOME,
  }),
  runsDry: ({ card }) => card.kind !== "tool" && card.row === "reads",
  planned: (call, asks) => ({
    would_run: `${call.project.command} capability call --id ${call.card.id}`,
    asks_confirmation: asks,
    args: call.args,
    would_change: call.card.effects.filter(({ kind }) => kind !== "reads").map((effect) => toldEffect(effect, call.project.env)),
  }),
  execute: async (call) => {
    const { card, catalog, args, signal } = call;
    const source = catalog.sourceOf(card.id);
    if (source?.run === undefined) {
      const { modelProjection } = await catalog.load(card.id);
      return { kind: "value", data: { id: card.id, text: modelProjection }, text: modelProjection };
    }
    try {
      const { data, text } = await source.run(card, args, signal);
      return { kind: "value", data, text };
    } catch (error) {
      if (isToolError(error) && TRUSTED_SOURCES.has(card.source.type)) throw error;
      // What a source from outside says stands as data: its words are no Fix of ours.
      const said = error instanceof Error ? error.message : String(error);
      throw fault("source_failed", { id: card.id, source: card.source.name }, { cause: error, detail: { untrusted_message: said } });
    }
  },
  observe: (call, ran, trusted) => {
    if (ran.kind !== "value") throw new Error("a source runs no process");
    return withinLimits(call, { data: ran.data, text: ran.text, raw: undefined, streamed: false }, trusted);
  },
  // A resource is content, whoever keeps it.
  trusted: ({ card }) => TRUSTED_SOURCES.has(card.source.type) && card.kind !== "resource",
  loaded: ({ card: { id, kind, digest }, args }) => {
    if (kind === "tool") return undefined;
    return { id, kind, digest, ...(kind === "skill" && typeof args.path === "string" ? { path: args.path } : {}) };
  },
};

/** Of a tool or a prompt, its own schema, which is loaded for it; the others take what their kind takes. */
async function inputSchema({ card, catalog }: SourceCall): Promise<JsonSchema> {
  const brings = card.kind === "tool" || card.kind === "prompt";
  return (brings ? (await catalog.load(card.id)).toolSchema : undefined) ?? INPUT[card.kind];
}

const READS: Readonly<Record<CapabilityCard["kind"], string>> = {
  tool: "calls",
  skill: "loads",
  resource: "reads",
  prompt: "fills in",
  channel: "uses",
};

/** What the kinds take that bring no schema of their own. */
const INPUT: Readonly<Record<CapabilityCard["kind"], JsonSchema>> = {
  skill: {
    type: "object",
    properties: { path: { type: "string", description: "A file of the skill, relative to its folder." } },
    additionalProperties: false,
  },
  tool: { type: "object" },
  resource: { type: "object", additionalProperties: false },
  prompt: { type: "object", additionalProperties: { type: "string" } },
  channel: { type: "object", maxProperties: 0 },
};
