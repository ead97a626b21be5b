import type { Catalog } from "../../registry/catalog/catalog.ts";
import type { Definition } from "../../registry/discovery/render-turn.ts";
import type { VisibleSet } from "../../registry/discovery/visible-set.ts";
import type { SessionBook } from "./book.ts";

/** What a tool takes that declares nothing: the words of its command line. */
const WORDS_SCHEMA = {
  type: "object",
  properties: { words: { type: "array", items: { type: "string" }, description: "Words of its command line, passed on as they are." } },
  additionalProperties: false,
} as const;

/**
 * Loads what the rendering of a turn needs: the definitions of the tools that
 * are shown with their schema, and nothing else. `loadedNow` is told of each.
 */
export async function definitionsOf(
  visible: VisibleSet,
  catalog: Catalog,
  book: Pick<SessionBook, "withoutKnown">,
  loadedNow: (id: string, digest: string) => void,
): Promise<ReadonlyMap<string, Definition>> {
  const definitions = new Map<string, Definition>();
  for (const { id, projection } of visible.members) {
    if (projection !== "full") continue;
    const { card, modelProjection, toolSchema } = await catalog.load(id);
    loadedNow(id, card.digest);
    definitions.set(id, book.withoutKnown({ description: modelProjection, schema: toolSchema ?? WORDS_SCHEMA }));
  }
  return definitions;
}
