import { sameJson, type Verdict } from "./change.ts";

const ANNOTATIONS = new Set(["title", "description", "examples", "$comment", "$id", "$schema", "default"]);

/**
 * How readers of a tool's data fare when its schema changes: more properties are compatible, fewer or other ones
 * are breaking, and so is whatever cannot be told.
 */
export function judgeOutputSchema(before: unknown, after: unknown): Verdict | undefined {
  if (sameJson(before, after)) return undefined;
  if (before === undefined) return "compatible";
  if (after === undefined) return "breaking";
  const [was, is] = [withoutAnnotations(before), withoutAnnotations(after)];
  if (sameJson(was, is)) return "descriptive";
  return promisesAsMuch(was, is) ? "compatible" : "breaking";
}

/** Whether data of the schema `after` keeps all that `before` promised. */
function promisesAsMuch(before: unknown, after: unknown): boolean {
  if (sameJson(before, after)) return true;
  if (!isObject(before) || !isObject(after)) return false;
  return Object.keys({ ...before, ...after }).every((key) => {
    const [was, is] = [before[key], after[key]];
    if (sameJson(was, is)) return true;
    if (key === "properties" && isObject(was) && isObject(is)) {
      // With `additionalProperties: false` a reader may have refused what it did not know.
      const grown = Object.keys(is).some((name) => !(name in was));
      if (grown && before.additionalProperties === false) return false;
      return Object.entries(was).every(([name, schema]) => name in is && promisesAsMuch(schema, is[name]));
    }
    if (key === "required")
      return (was === undefined || Array.isArray(was)) && Array.isArray(is) && (was ?? []).every((name) => is.includes(name));
    if (key === "items") return promisesAsMuch(was, is);
    if (key === "enum" && Array.isArray(was) && Array.isArray(is)) return is.every((value) => was.some((known) => sameJson(known, value)));
    return false;
  });
}

/** The keywords for readers removed; what is named in `properties` is no keyword. */
function withoutAnnotations(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutAnnotations);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !ANNOTATIONS.has(key))
      .map(([key, value]) => [
        key,
        isNamed(key) && isObject(value) ? eachOf(value) : key === "enum" || key === "const" ? value : withoutAnnotations(value),
      ]),
  );
}

function isNamed(keyword: string): boolean {
  return keyword === "properties" || keyword === "$defs" || keyword === "patternProperties";
}

function eachOf(schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutAnnotations(schema)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
