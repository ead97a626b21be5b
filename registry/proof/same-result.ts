/** Fields that tell when or how fast, and so differ between equal runs. */
const VOLATILE = /(?:^|_)(?:ms|seconds|duration|elapsed|took|time|timestamp|date|at|pid|mtime|ctime)$/i;
const TIME = /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b|\b\d\d:\d\d:\d\d(?:\.\d+)?\b/g;
const DURATION = /\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds|minutes)\b/g;

/**
 * Data as one text that is equal for equal results: fields that tell a time or duration keep their name alone, times within
 * texts become `<time>`, durations `<duration>`, and each path of `roots` becomes its name. Key order does not count.
 */
export function comparable(data: unknown, roots: Readonly<Record<string, string>> = {}): string {
  const text = (value: string) => {
    let plain = value;
    for (const [name, root] of Object.entries(roots)) plain = plain.replaceAll(root, `<${name}>`);
    return plain.replace(TIME, "<time>").replace(DURATION, "<duration>");
  };
  const normal = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(normal);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([key, inner]) => [key, isVolatile(key, inner) ? "<volatile>" : normal(inner)]));
  };
  return JSON.stringify(normal(data)) ?? "";
}

function isVolatile(key: string, value: unknown): boolean {
  return (typeof value === "number" || typeof value === "string") && VOLATILE.test(key.replace(/([a-z])([A-Z])/g, "$1_$2"));
}

/** Where two texts first differ, for a message: what stood there, and what stands there now. */
export function firstDifference(before: string, after: string): string {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const from = Math.max(0, at - 20);
  const piece = (text: string) => text.slice(from, at + 40) || "nothing";
  return `${piece(before)} — ${piece(after)}`;
}
