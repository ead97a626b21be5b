/** What a line is to the fenced samples of a comment; undefined outside of them. */
export type FencePart = "open" | "inside" | "close" | undefined;

/**
 * Marks the fenced samples (three or more backticks or tildes) of a comment's
 * lines. A fence may begin behind a tag, as in `@example ~~~`. One that
 * nothing closes hides nothing. No line has a part where there are no fences.
 */
export function fenceParts(lines: readonly string[]): readonly FencePart[] {
  // Most comments have none, and every tool's comments come by here.
  if (!lines.some((line) => line.includes("```") || line.includes("~~~"))) return [];
  const closing = lines.map((line) => /^\s*(`{3,}|~{3,})\s*$/.exec(line)?.[1]);
  const parts: FencePart[] = [];
  const later = longestBehind(closing);
  let open: string | undefined;
  for (const [index, line] of lines.entries()) {
    if (open !== undefined) {
      const closes = closing[index]?.startsWith(open) === true;
      parts.push(closes ? "close" : "inside");
      if (closes) open = undefined;
      continue;
    }
    const mark = /^\s*(?:@[\w-]+\s+)?(```+|~~~+)/.exec(line)?.[1];
    const closed = mark !== undefined && (later[index]?.[mark[0] as "`" | "~"] ?? 0) >= mark.length;
    if (closed) open = mark;
    parts.push(closed ? "open" : undefined);
  }
  return parts;
}

/** Per line, the longest closing mark of each kind behind it. */
function longestBehind(closing: readonly (string | undefined)[]): { "`": number; "~": number }[] {
  const longest: { "`": number; "~": number }[] = [];
  let behind = { "`": 0, "~": 0 };
  for (let index = closing.length - 1; index >= 0; index -= 1) {
    longest[index] = behind;
    const mark = closing[index];
    if (mark !== undefined) behind = { ...behind, [mark[0] as string]: Math.max(behind[mark[0] as "`" | "~"], mark.length) };
  }
  return longest;
}
