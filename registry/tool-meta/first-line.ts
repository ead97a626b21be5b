/** The first line, without its `\n`. */
export function firstLineOf(text: string): string {
  const end = text.indexOf("\n");
  return end < 0 ? text : text.slice(0, end);
}

/** What follows `#!` on a file's first line, trimmed; undefined where it begins otherwise. */
export function shebangOf(firstLine: string): string | undefined {
  return firstLine.startsWith("#!") ? firstLine.slice(2).trim() : undefined;
}
