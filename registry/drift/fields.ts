/**
 * Paths of the values in which two JSON values differ: `summary`, `options[1].default`. Key order counts, since
 * bytes are compared: where it is all that differs, the path of the object is given.
 */
export function differingFields(before: unknown, after: unknown, path = ""): string[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [path];
    return before.flatMap((item, at) => differingFields(item, after[at], `${path}[${at}]`));
  }
  if (!isObject(before) || !isObject(after)) return [path];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const fields = keys.flatMap((key) => differingFields(before[key], after[key], path === "" ? key : `${path}.${key}`));
  const reordered = fields.length === 0 && Object.keys(before).join("\n") !== Object.keys(after).join("\n");
  return reordered ? [path === "" ? "order of keys" : path] : fields;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
