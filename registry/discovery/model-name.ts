import { sha256 } from "../canonical-json.ts";
import { ALIASES } from "./well-known.ts";

/** What the model APIs take as a tool's name. */
const MODEL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const KEPT = 51;
const DIGITS = 12;

const NAME_OF = new Map(Object.entries(ALIASES).map(([name, id]) => [id, name]));

/**
 * The name under which a model is given a capability: the alias it knows, the
 * id itself, or for an id that is too long or holds other characters a name
 * that ends in a part of the id's digest.
 */
export function modelName(id: string): string {
  const known = NAME_OF.get(id);
  if (known !== undefined) return known;
  if (MODEL_NAME.test(id)) return id;
  return `${id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, KEPT)}_${sha256(id).slice(0, DIGITS)}`;
}

/** The id behind a name that a model used, among `ids`; an id stands for itself. Undefined: none of them. */
export function idOfModelName(name: string, ids: Iterable<string>): string | undefined {
  const alias = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
  for (const id of ids) if (id === alias || modelName(id) === name) return id;
  return undefined;
}
