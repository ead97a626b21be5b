/**
 * Only these fields of JSON data. A field is a dotted path; a list on the way is
 * gone through element by element: `results.path` keeps the path of each result.
 *
 * @returns the selection, and the fields that nothing in the data has.
 */
export function selectFields(data: unknown, fields: readonly string[]): { data: unknown; missing: readonly string[] } {
  const missing = fields.filter((field) => !has(data, field.split(".")));
  return {
    data: keep(
      data,
      fields.map((field) => field.split(".")),
    ),
    missing,
  };
}

function keep(data: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return data;
  if (Array.isArray(data)) return data.map((item) => keep(item, paths));
  if (!isObject(data)) return data;
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(data)) {
    const below = paths.filter((path) => path[0] === key).map((path) => path.slice(1));
    if (below.length > 0) kept.push([key, keep(value, below)]);
  }
  return Object.fromEntries(kept);
}

/** A path through an empty list cannot be told wrong. */
function has(data: unknown, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return true;
  if (Array.isArray(data)) return data.length === 0 || data.some((item) => has(item, path));
  return isObject(data) && Object.hasOwn(data, key) && has(data[key], rest);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
