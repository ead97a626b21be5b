import { fault } from "../../error/catalogue.ts";
import { parseEffect } from "../../plan/effect.ts";
import { callRisk, callRow } from "../../plan/risk.ts";
import type { JsonSchema, Risk } from "../../tool-meta/tool-meta.ts";
import { sealedCard, summaryLine, tokensOf } from "../card-digest.ts";
import type { CatalogDiagnostic, CatalogSource, SourceResult } from "../catalog.ts";
import type { CapabilityCard, CapabilitySource, SourceType } from "../descriptor.ts";

interface Embedded {
  /** Unique among those of its kind in this source; no blanks, no round brackets, no `*`. */
  readonly key: string;
  readonly title?: string;
  readonly summary: string;
  readonly paths?: readonly string[];
  readonly keywords?: readonly string[];
}

/** A tool of the embedder's own. Without `effects` it counts as one that may do anything. */
export interface EmbeddedTool extends Embedded {
  readonly kind: "tool";
  /** JSON Schema (2020-12); absent: an open object. */
  readonly schema?: JsonSchema;
  /** As a header writes them (contract 4.8): `reads data`, `network read api.example.org`; `[]`: none. */
  readonly effects?: readonly string[];
  /** Can only raise what the effects say. */
  readonly risk?: Risk;
  run(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<SourceResult>;
}

export interface EmbeddedResource extends Embedded {
  readonly kind: "resource";
  read(signal: AbortSignal): Promise<SourceResult>;
}

export interface EmbeddedPrompt extends Embedded {
  readonly kind: "prompt";
  /** JSON Schema of its arguments; absent: it takes none. */
  readonly schema?: JsonSchema;
  render(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<SourceResult>;
}

export type EmbeddedCapability = EmbeddedTool | EmbeddedResource | EmbeddedPrompt;

export interface EmbeddedOptions {
  readonly type: SourceType;
  /** The key under which the embedder configured the source; never what the source calls itself. */
  readonly name: string;
  readonly capabilities: readonly EmbeddedCapability[];
  /** PROJECT_ROOT, for effects with paths; absent: every path counts as outside. */
  readonly root?: string;
}

/** One separator at a time, so that `__` ends the name and an id can be read in one way only. */
const NAME = /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/;
/** First words of ids that other sources have. */
const TAKEN = new Set(["local", "skill", "resource", "prompt", "channel", "mcp"]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: no id holds them
const KEY = /^[^\s()*\u0000-\u001f_][^\s()*\u0000-\u001f]*$/;

/**
 * What an embedder brings: tools, resources and prompts of its own. Every id
 * begins with the configured name (`<name>__<key>`; `mcp__<name>__<key>` for a
 * source of type `mcp`; `resource__<name>__<key>`, `prompt__<name>__<key>`): a
 * bare name is no identity.
 *
 * @throws ToolError `capability_source_name`
 */
export function embeddedSource(options: EmbeddedOptions): CatalogSource {
  const { type, name } = options;
  const source: CapabilitySource = { type, name };
  if (!NAME.test(name)) throw fault("capability_source_name", { name, reason: "it has other characters, or two separators together" });
  if (TAKEN.has(name) && type !== "mcp") throw fault("capability_source_name", { name, reason: "ids of another kind begin so" });
  const held = new Map<string, { card: CapabilityCard; capability: EmbeddedCapability }>();
  const diagnostics: CatalogDiagnostic[] = [];
  for (const capability of options.capabilities) {
    const id = idOf(source, capability);
    const refuse = (code: string, message: string, fix: string) => diagnostics.push({ code, severity: "error", file: name, message, fix });
    if (!KEY.test(capability.key)) {
      refuse(
        "capability_key_invalid",
        `${JSON.stringify(capability.key)} of ${name} cannot be part of an id`,
        "Give it a key without blanks, round brackets and *, not beginning with _",
      );
    } else if (held.has(id))
      refuse("capability_same_id", `${id} is there twice; the first is in the catalog`, "Give one of them another key");
    else held.set(id, { card: cardOf(id, source, capability, options.root), capability });
  }
  const known = (card: CapabilityCard) => {
    const found = held.get(card.id);
    if (found === undefined) throw fault("capability_gone", { id: card.id, command: "niche" });
    return found;
  };
  return {
    source,
    read: async () => ({ state: { source, state: "ready" }, cards: [...held.values()].map(({ card }) => card), diagnostics }),
    load: async (wanted) => {
      const { card, capability } = known(wanted);
      // A resource's text and a prompt's are given by calling them: both are content, which loading must not run.
      return { card, ...definition(capability), trusted: capability.kind !== "resource" && TRUSTED.has(type) };
    },
    run: async (card, input, signal) => {
      const { capability } = known(card);
      if (capability.kind === "tool") return capability.run(input, signal);
      return capability.kind === "resource" ? capability.read(signal) : capability.render(input, signal);
    },
    fileOf: () => name,
  };
}

const TRUSTED: ReadonlySet<SourceType> = new Set(["local", "project", "user", "managed"]);

function idOf({ type, name }: CapabilitySource, { kind, key }: EmbeddedCapability): string {
  if (kind !== "tool") return `${kind}__${name}__${key}`;
  return type === "mcp" ? `mcp__${name}__${key}` : `${name}__${key}`;
}

function definition(capability: EmbeddedCapability) {
  const { kind, summary } = capability;
  const none = { type: "object", additionalProperties: false };
  const toolSchema = kind === "resource" ? none : (capability.schema ?? (kind === "tool" ? { type: "object" } : none));
  return { modelProjection: summary, toolSchema };
}

function cardOf(id: string, source: CapabilitySource, capability: EmbeddedCapability, root: string | undefined): CapabilityCard {
  const { kind, key, title = key, keywords = [], paths = [] } = capability;
  const summary = summaryLine(capability.summary);
  const effects = kind === "tool" ? (capability.effects ?? ["whatever its source does"]).map(parseEffect) : [];
  const raised = kind === "tool" ? capability.risk : undefined;
  // Paths with variables cannot be known here.
  const resolve = (path: string) => (root === undefined || path.includes("$") ? undefined : path);
  const call = [effects, root ?? "", resolve, raised] as const;
  const defined = definition(capability);
  return sealedCard(
    {
      id,
      kind,
      title,
      summary,
      source,
      risk: callRisk(...call),
      row: callRow(...call),
      effects,
      ...(keywords.length + paths.length > 0 ? { match: { paths, keywords } } : {}),
      tokens: tokensOf({ index: `${id}: ${summary}`, full: JSON.stringify({ name: id, ...defined }) }),
      ...searchedOf(defined.toolSchema),
    },
    defined,
  );
}

function searchedOf({ properties }: JsonSchema): Pick<CapabilityCard, "searched"> {
  const parameters = Object.entries((properties ?? {}) as Record<string, { description?: unknown } | boolean>).map(([name, schema]) => {
    const description = typeof schema === "object" ? schema?.description : undefined;
    return typeof description === "string" ? { name, description } : { name };
  });
  return parameters.length === 0 ? {} : { searched: { parameters } };
}
