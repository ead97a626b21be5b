/** The frontmatter keys that search uses; all values are text, as written (`title: 1.10` stays `1.10`). */
export interface Frontmatter {
  readonly title?: string;
  readonly description?: string;
  /** `keywords`, `tags` and `aliases` together. */
  readonly keywords: readonly string[];
  /** Globs of the files that the document is about. */
  readonly paths: readonly string[];
}

const KEYS = ["title", "description", "keywords", "tags", "aliases", "paths"] as const;
type Key = (typeof KEYS)[number];

/** Values that mean the same in YAML and as they stand; anything else is left to the YAML library. */
const PLAIN = /^[\p{L}\p{N}./(](?:[^:#"'[\]{},&*!|>%@`]|:(?=\S))*$/u;
const QUOTED = /^(?:"([^"\\]*)"|'([^']*)')$/;

/**
 * Reads the wanted keys from a frontmatter block (without its `---` lines). Each key is parsed by itself, so that one broken
 * value loses nothing else; one that is no YAML at all (`title: Prepare: hooks`, `paths: **\/*.ts`) is read as meant.
 */
export async function readFrontmatter(block: string): Promise<Frontmatter> {
  const found: Partial<Record<Key, readonly string[]>> = {};
  for (const [key, lines] of wantedKeys(block)) found[key] = simple(lines) ?? (await byYaml(lines)) ?? asMeant(lines);
  const one = (key: Key): string | undefined => found[key]?.join(" ").trim() || undefined;
  const title = one("title");
  const description = one("description");
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    keywords: [...(found.keywords ?? []), ...(found.tags ?? []), ...(found.aliases ?? [])].flatMap(splitAtCommas),
    paths: (found.paths ?? []).flatMap(splitAtCommas),
  };
}

/** The lines of each wanted top-level key, the value on the key's own line first. */
function wantedKeys(block: string): Map<Key, string[]> {
  const keys = new Map<Key, string[]>();
  let current: string[] | undefined;
  for (const line of block.split("\n")) {
    const match = line.match(/^(?:"([\w-]+)"|'([\w-]+)'|([\w-]+))\s*:(?:\s+(.*))?$/);
    if (match) {
      const name = match[1] ?? match[2] ?? match[3];
      const key = KEYS.find((known) => known === name);
      current = key === undefined || keys.has(key) ? undefined : [(match[4] ?? "").trimEnd()];
      if (key !== undefined && current) keys.set(key, current);
    } else if (/^(?:\s|-\s|$)/.test(line)) current?.push(line);
    else current = undefined;
  }
  return keys;
}

function simple(lines: readonly string[]): string[] | undefined {
  const [first = "", ...rest] = lines;
  const more = rest.filter((line) => line.trim() !== "");
  if (more.length === 0) {
    const flow = first.match(/^\[(.*)\]$/);
    if (flow) return flow[1]?.trim() === "" ? [] : all((flow[1] as string).split(",").map((item) => scalar(item.trim())));
    return first === "" ? [] : all([scalar(first)]);
  }
  if (first !== "") return undefined;
  return all(more.map((line) => scalar(line.match(/^\s*-\s+(\S.*?)\s*$/)?.[1] ?? "")));
}

function scalar(text: string): string | undefined {
  const quoted = text.match(QUOTED);
  if (quoted) return quoted[1] ?? quoted[2];
  return PLAIN.test(text) ? text.trim() : undefined;
}

function all(items: readonly (string | undefined)[]): string[] | undefined {
  const given = items.filter((item) => item !== undefined);
  return given.length === items.length ? given : undefined;
}

async function byYaml(lines: readonly string[]): Promise<string[] | undefined> {
  const { parseYamlText } = await import("./frontmatter-yaml.ts");
  return parseYamlText(`value: ${lines.join("\n")}`);
}

function asMeant(lines: readonly string[]): string[] {
  const bare = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, "$2");
  const [first = "", ...rest] = lines;
  const flow = first.match(/^\[(.*)\]\s*$/);
  if (flow) return splitAtCommas(flow[1] as string).map(bare);
  const items = rest.map((line) => line.match(/^\s*-\s+(.*)$/)?.[1]).filter((item) => item !== undefined);
  if (items.length > 0) return items.map(bare);
  return [bare(lines.join(" "))].filter((text) => text !== "");
}

/** Splits `a, src/*.{ts,tsx}` at the commas outside braces. */
function splitAtCommas(text: string): string[] {
  const parts = text.match(/(?:\{[^{}]*\}|[^,])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
