import { parseDocument } from "yaml";

/** The text or list of texts under `value` of a YAML document; undefined if it is no YAML, or neither text nor list. */
export function parseYamlText(source: string): string[] | undefined {
  // The failsafe schema makes no numbers, booleans or nulls: names stay as they are written.
  const document = parseDocument(source, { schema: "failsafe", logLevel: "silent" });
  if (document.errors.length > 0) return undefined;
  let value: unknown;
  try {
    value = (document.toJS({ maxAliasCount: 100 }) as { value?: unknown } | null)?.value;
  } catch {
    // An alias without its anchor, which `**/*.ts` is to YAML.
    return undefined;
  }
  if (typeof value === "string") return [value];
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}
