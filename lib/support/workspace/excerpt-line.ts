/** Characters that are shown of a line. */
const MOST = 240;

/** A line as far as it can be shown: of a long one the part around `at`, with … where something is left out. */
export function excerptLine(line: string, at = 0): string {
  if (line.length <= MOST) return line;
  const from = Math.max(0, Math.min(at - MOST / 4, line.length - MOST));
  const part = line.slice(from, from + MOST).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
  return `${from > 0 ? "…" : ""}${part}${from + MOST < line.length ? "…" : ""}`;
}
