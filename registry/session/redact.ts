import { hasKnown, REDACTED, withoutKnown } from "./known-secrets.ts";
import { redactText } from "./redact-text.ts";
import { hasDigits, namesSecret } from "./secret-name.ts";

/** Deeper than anything that is read again; a recursion ends here. */
const DEEPEST = 100;
const HEADER_NAME = /^(?:authorization|proxy-authorization|cookie|set-cookie|(?:x-)?(?:api-key|auth-token|access-token|csrf-token))$/i;
/** What an id is made of: nothing in it can be told by a name before it. */
const CAPABILITY_ID = /^[a-z]+__[\w.:/-]+$/;
/** Fields of an event that the kit itself fills: digests, ids, words of its own. To change them would break what refers to them. */
const OWN_FIELDS: ReadonlySet<string> = new Set(
  "type turnId since call kind digest catalog modelInput inputDigest channel mode decision stage when definitions visible session nichekit".split(
    " ",
  ),
);

/**
 * A JSON value without the secrets in it (case h7): under keys that name one, in
 * texts, behind an option in a list of words. `values` as `secretValues` gives
 * them. Doing it twice changes nothing.
 */
export function redactValue<T>(value: T, values: readonly string[] = []): T {
  return redacted(value, values, 0) as T;
}

/** An event as it may be written. What the kit itself made up stays as it is. */
export function redactEvent<T extends { readonly type: string }>(event: T, values: readonly string[] = []): T {
  const fields = Object.entries(event).map(([key, value]: [string, unknown]) => {
    if (OWN_FIELDS.has(key)) return [key, value];
    // What the project's settings say is committed; an id is looked up again.
    if (key === "settings" || key === "id") return [key, redactKnown(value, key === "id" ? [] : values)];
    return [key, redacted(value, values, 0)];
  });
  return Object.fromEntries(fields) as T;
}

/**
 * Only what is a secret for certain: the given values, and what shows it by its
 * form. For what must stay the same to a model: schemas have keys such as
 * `token`, which hold none. The same object where there is nothing.
 */
export function redactKnown<T>(value: T, values: readonly string[] = []): T {
  const text = JSON.stringify(value);
  return text !== undefined && hasKnown(text, values) ? (known(value, values, 0) as T) : value;
}

function known(value: unknown, values: readonly string[], depth: number): unknown {
  if (typeof value === "string") return withoutKnown(value, values);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => known(item, values, depth + 1));
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) =>
    key === "digest" || key === "id" ? [key, item] : [key, known(item, values, depth + 1)],
  );
  return Object.fromEntries(entries);
}

function redacted(value: unknown, values: readonly string[], depth: number): unknown {
  if (typeof value === "string") return redactText(value, values);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return REDACTED;
  if (Array.isArray(value)) return words(value, values, depth);
  const named = Object.entries(value).find(([key, item]) => (key === "name" || key === "key") && typeof item === "string");
  const pair = named !== undefined && namesSecret(named[1] as string) ? (named[1] as string) : undefined;
  const entries = Object.entries(value).map(([key, item]: [string, unknown]): [string, unknown] => {
    if (key === "id" && typeof item === "string" && CAPABILITY_ID.test(item)) return [key, item];
    if (key === "value" && pair !== undefined) return [key, hidden(item, pair)];
    return [redactText(key, values), namesSecret(key) ? hidden(item, key) : redacted(item, values, depth + 1)];
  });
  return Object.fromEntries(entries);
}

/** A list: `["--token", "x"]`, `["-u", "me:x"]`, `["authorization", "x"]`, `[["api-key", "x"]]`. */
function words(list: readonly unknown[], values: readonly string[], depth: number): unknown[] {
  return list.map((item, index) => {
    const before = list[index - 1];
    if (typeof item === "string" && typeof before === "string" && !item.startsWith("-") && tellsSecret(before, item)) return REDACTED;
    if (Array.isArray(item) && item.length === 2 && typeof item[0] === "string" && namesSecret(item[0]))
      return [item[0], hidden(item[1], item[0])];
    return redacted(item, values, depth + 1);
  });
}

function tellsSecret(before: string, item: string): boolean {
  if (HEADER_NAME.test(before)) return true;
  if (/^--?u(?:ser)?$/.test(before)) return /^[^\s:]+:./.test(item);
  return /^-+[^\s=:]+$/.test(before) && namesSecret(before);
}

function hidden(value: unknown, name: string): unknown {
  if (value === null || typeof value === "boolean" || value === "") return value;
  return typeof value === "number" && !hasDigits(name) ? value : REDACTED;
}
