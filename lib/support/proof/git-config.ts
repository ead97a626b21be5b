/** A setting: `remote.origin.url` and its value. */
export type Entry = readonly [key: string, value: string];

/** What `git config --list -z` prints. A key without a value is a truth. */
export function configEntries(listed: string): Entry[] {
  return listed
    .split("\0")
    .filter((item) => item !== "")
    .map((item) => {
      const at = item.indexOf("\n");
      return at < 0 ? [item, "true"] : [item.slice(0, at), item.slice(at + 1)];
    });
}

/** The settings as the text of a configuration file. */
export function configText(entries: readonly Entry[]): string {
  return entries
    .map(([key, value]) => {
      const first = key.indexOf(".");
      const last = key.lastIndexOf(".");
      const section = first === last ? key.slice(0, first) : `${key.slice(0, first)} ${quoted(key.slice(first + 1, last))}`;
      return `[${section}]\n\t${key.slice(last + 1)} = ${quoted(value)}\n`;
    })
    .join("");
}

/** As git reads it back: quotes and backslashes escaped, line ends as `\n`. */
export function quoted(text: string): string {
  return `"${escaped(text)}"`;
}

export function escaped(text: string): string {
  return text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
}
