/** A path as headers write it: a template with `${VAR}`, absolute, or relative to PROJECT_ROOT. */
export type PathTemplate = string;

export type PreconditionTest =
  | { kind: "set"; name: string }
  | { kind: "exists" | "file" | "directory" | "writable" | "executable"; path: PathTemplate }
  | { kind: "command"; name: string }
  | { kind: "newer"; path: PathTemplate; than: PathTemplate }
  | { kind: "prose" };

/** What must hold before the tool runs. `text` is the header's wording. */
export type Precondition = { text: string; fix?: string } & PreconditionTest;

const PHRASES: readonly [RegExp, (match: RegExpMatchArray) => PreconditionTest][] = [
  [/^(\w+) is set$/, (m) => ({ kind: "set", name: m[1] as string })],
  [/^command (\S+)$/, (m) => ({ kind: "command", name: m[1] as string })],
  [/^(.+) is a file$/, (m) => ({ kind: "file", path: pathTemplate(m[1] as string) })],
  [/^(.+) is a directory$/, (m) => ({ kind: "directory", path: pathTemplate(m[1] as string) })],
  [/^(.+?) (?:is )?(writable|executable)$/, (m) => ({ kind: m[2] as "writable", path: pathTemplate(m[1] as string) })],
  [/^(.+?) (?:is )?newer than (.+)$/, (m) => ({ kind: "newer", path: pathTemplate(m[1] as string), than: pathTemplate(m[2] as string) })],
  [/^(\S.*) exists$/, (m) => ({ kind: "exists", path: pathTemplate(m[1] as string) })],
];

/** Reads one precondition (contract 4.8); what no phrase matches is kept as prose. */
export function parsePrecondition(text: string, fix?: string): Precondition {
  const words = text.trim().replace(/\s+/g, " ");
  const base = fix === undefined ? { text: words } : { text: words, fix };
  for (const [pattern, test] of PHRASES) {
    const match = words.match(pattern);
    if (match) return { ...base, ...test(match) };
  }
  return { ...base, kind: "prose" };
}

/** `DOCS_DIR` alone names a variable; anything else is a path, with or without `${VAR}`. */
export function pathTemplate(word: string): PathTemplate {
  return /^[A-Z_][A-Z0-9_]*$/.test(word) ? `\${${word}}` : word;
}
