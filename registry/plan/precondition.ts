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

/**
 * A path is one word, or quoted if it holds spaces: `the docs folder exists`
 * and `A and B exists` are prose, not a path that never exists.
 */
export const PATH_WORD = `("[^"]+"|'[^']+'|[^\\s"']+)`;

/** The phrases of contract 4.8, as data: a pattern over words with single spaces, and what it tests. */
const PHRASES: readonly [RegExp, (match: readonly string[]) => PreconditionTest][] = [
  [/^([A-Za-z_]\w*) is set$/, ([, name = ""]) => ({ kind: "set", name })],
  [/^command ([^\s/]+)$/, ([, name = ""]) => ({ kind: "command", name })],
  [phrase(" is a file"), ([, path = ""]) => ({ kind: "file", path: pathTemplate(path) })],
  [phrase(" is a directory"), ([, path = ""]) => ({ kind: "directory", path: pathTemplate(path) })],
  [phrase(" (?:is )?writable"), ([, path = ""]) => ({ kind: "writable", path: pathTemplate(path) })],
  [phrase(" (?:is )?executable"), ([, path = ""]) => ({ kind: "executable", path: pathTemplate(path) })],
  [
    phrase(` (?:is )?newer than ${PATH_WORD}`),
    ([, path = "", than = ""]) => ({ kind: "newer", path: pathTemplate(path), than: pathTemplate(than) }),
  ],
  [phrase(" exists"), ([, path = ""]) => ({ kind: "exists", path: pathTemplate(path) })],
];

function phrase(rest: string): RegExp {
  return new RegExp(`^${PATH_WORD}${rest}$`);
}

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

/** `DOCS_DIR` alone names a variable, `$DOCS_DIR/x` is `${DOCS_DIR}/x`; anything else is a path as it stands, without its quotes. */
export function pathTemplate(word: string): PathTemplate {
  const bare = /^(["']).*\1$/.test(word) ? word.slice(1, -1) : word;
  return /^[A-Z_][A-Z0-9_]*$/.test(word) ? `\${${word}}` : bare.replace(/\$([A-Za-z_]\w*)/g, (_, name: string) => `\${${name}}`);
}
