import { type Line, parse, type Spec, tokenizers } from "comment-parser";
import { fenceParts } from "./fence.ts";
import { nearest } from "./nearest.ts";
import type { HeaderPath, RawHeader, RawProblem } from "./raw-header.ts";
import { readTagParameter } from "./tag-parameter.ts";
import { TAGS } from "./tags.ts";
import { TAG_NAME, type Unspaced, unspaced, unspacedTag } from "./unspaced-tag.ts";

interface Tag {
  name: string;
  type: string;
  /** Its text, a line each: the first line's is what follows the tag. */
  lines: string[];
  line: number;
  problems: readonly string[];
}

/** The keys without which there is no tool, but for the summary. */
const NEEDED: ReadonlySet<string> = new Set(["noun", "verb", "preconditions", "idempotent", "side_effects"]);

/** Reads a header in the JSDoc spelling. Never throws. Fenced samples, and deeper indented lines of an `@example`, hold no tags. */
export function readTags(text: string): RawHeader {
  const { summary, tags, unspacedTags } = splitTags(text);
  const problems = unspacedTags.map(({ problem }) => problem);
  const value: Record<string, unknown> = {};
  const lines = new Map<string, number>();
  if (summary !== "") {
    value.summary = summary;
    lines.set("summary", 1);
  }
  for (const tag of tags) {
    const known = Object.hasOwn(TAGS, tag.name) ? TAGS[tag.name] : undefined;
    if (known === undefined) {
      problems.push(unknownTag(tag));
      continue;
    }
    if (tag.problems.length > 0) {
      problems.push({
        code: "header_syntax",
        line: tag.line,
        message: `@${tag.name}: ${tag.problems.join(", ")}`,
        fix: "Close every { by a }",
      });
      continue;
    }
    const fault = addTag(value, lines, tag, known);
    if (fault) problems.push({ line: tag.line, ...fault });
  }
  // Their keys are not missing: told so, one might write that there is none.
  for (const { tag, value: meant, problem } of unspacedTags) {
    const { key, kind } = TAGS[tag] as (typeof TAGS)[string];
    if (NEEDED.has(key) && !Object.hasOwn(value, key)) {
      value[key] = kind === "list" ? [meant || "none"] : meant;
      lines.set(key, problem.line);
    }
  }
  const lineOf = (path: HeaderPath) => lines.get(path.slice(0, 2).join(".")) ?? lines.get(String(path[0])) ?? 1;
  return { value, lineOf, problems };
}

function unknownTag(tag: Tag): RawProblem {
  const near = nearest(tag.name, Object.keys(TAGS));
  return {
    code: "header_unknown_key",
    line: tag.line,
    message: `Unknown tag: @${tag.name}`,
    fix:
      near === undefined
        ? `Remove @${tag.name}, or put the sample that holds it between lines of \`\`\``
        : `Write @${near} for @${tag.name}`,
  };
}

type Fault = Omit<RawProblem, "line">;

function addTag(value: Record<string, unknown>, lines: Map<string, number>, tag: Tag, known: (typeof TAGS)[string]): Fault | undefined {
  const { key, kind } = known;
  const text = kind === "block" ? blockText(tag.lines) : paragraph(tag.lines);
  const twice: Fault = { code: "header_duplicate", message: `@${tag.name} stands twice`, fix: `Keep one @${tag.name}` };
  const append = (...items: unknown[]) => {
    const list = (value[key] ?? []) as unknown[];
    value[key] = list;
    for (const item of items) {
      lines.set(`${key}.${list.length}`, tag.line);
      list.push(item);
    }
    if (!lines.has(key)) lines.set(key, tag.line);
  };
  switch (kind) {
    case "list":
    case "block":
      append(text);
      return undefined;
    case "words":
      append(...text.split(",").map((word) => word.trim()));
      return undefined;
    case "parameter": {
      if (text === "none" && tag.type === "") {
        append();
        return undefined;
      }
      const parameter = readTagParameter(text);
      if (typeof parameter === "string") {
        return {
          code: "header_syntax",
          message: `@${tag.name}: ${parameter}`,
          fix: `Write \`@${tag.name} {string} [name=default] - What it is.\``,
        };
      }
      append(tag.type === "" ? parameter : { ...parameter, type: tag.type });
      return undefined;
    }
    case "exit_code": {
      const [, code, meaning] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
      const codes = (value[key] ?? {}) as Record<string, string>;
      value[key] = codes;
      lines.set(`${key}.${code}`, tag.line);
      if (!lines.has(key)) lines.set(key, tag.line);
      if (code === undefined || code === "__proto__")
        return { code: "header_type", message: "@exit_code names no code", fix: "Write `@exit_code 2 what it means`" };
      if (Object.hasOwn(codes, code)) return twice;
      codes[code] = meaning ?? "";
      return undefined;
    }
    default: {
      if (Object.hasOwn(value, key)) return twice;
      lines.set(key, tag.line);
      value[key] = text;
      return kind === "output" ? addOutput(value, tag) : undefined;
    }
  }
}

/** `@output json` with a JSON Schema behind it: on the same line, on the next ones, or in a fence. */
function addOutput(value: Record<string, unknown>, tag: Tag): Fault | undefined {
  const text = blockText(tag.lines);
  const [, format, rest] = /^(\w+)\s+([{[`~].*)$/s.exec(text) ?? [];
  if (format === undefined || rest === undefined) return undefined;
  const json = rest.replace(/^(?:```+|~~~+)\w*\n|\n(?:```+|~~~+)$/g, "");
  try {
    value.output = { format, schema: JSON.parse(json) as unknown };
    return undefined;
  } catch (error) {
    value.output = format;
    return {
      code: "header_output_schema",
      message: `The output's JSON Schema is not JSON: ${(error as Error).message}`,
      fix: 'Write `@output json {"type":"object"}`',
    };
  }
}

function splitTags(text: string): { summary: string; tags: Tag[]; unspacedTags: Unspaced[] } {
  const source = text.split("\n");
  const fences = fenceParts(source);
  let end = "\u0003";
  while (text.includes(end)) end += "\u0003";
  // Called once a line, the opening mark's first: the fences are known beforehand, since one must not stay open.
  let index = -1;
  const toggles = () => {
    const part = fences[index];
    index += 1;
    return part === "open" || part === "close";
  };
  const markers = { start: "/**", nostart: "/***", delim: "*", end };
  const typed = tokenizers.type("preserve");
  const [block] = parse(`/**\n${source.map((line) => ` * ${line}`).join("\n")}\n ${end}`, {
    spacing: "preserve",
    fence: toggles as never,
    markers: markers as never,
    tokenizers: [tokenizers.tag(), (spec) => (spec.tag === "option" || spec.tag === "arg" ? typed(spec) : spec)],
  });
  if (block === undefined) return { summary: "", tags: [], unspacedTags: [] };
  const tags: Tag[] = [];
  const unspacedTags: Unspaced[] = [];
  for (const spec of block.tags) {
    const last = tags[tags.length - 1];
    // A diff's `@@ -1 +1 @@`, and what stands deeper in an example, is text.
    const sample = last?.name === "example" && indentOf(spec) > 0;
    const lines = spec.source.filter((line) => line.tokens.end === "");
    const meant = sample ? undefined : unspacedTag(spec.tag);
    if (meant !== undefined) unspacedTags.push(unspaced(spec, meant));
    else if (TAG_NAME.test(spec.tag) && !sample) {
      tags.push({
        name: spec.tag,
        type: spec.type,
        lines: lines.map(behindTag),
        line: spec.source[0]?.number ?? 1,
        problems: spec.problems.map(({ message }) => message),
      });
    } else last?.lines.push(...lines.map(wholeLine));
  }
  // What only looks like a tag is a line of the text before the first.
  const firstTag = Math.min(source.length + 1, ...tags.map(({ line }) => line), ...unspacedTags.map(({ problem }) => problem.line));
  return { summary: paragraph(dropBlankStart(source.slice(0, firstTag - 1))), tags, unspacedTags };
}

function indentOf(spec: Spec): number {
  return (spec.source[0]?.tokens.postDelimiter.length ?? 1) - 1;
}

/** The text of a tag's own first line begins behind the tag and its type; later lines keep their indentation. */
function behindTag({ tokens }: Line, index: number): string {
  return index === 0 || tokens.type !== "" ? tokens.description : `${tokens.postDelimiter.slice(1)}${tokens.description}`;
}

function wholeLine({ source }: Line): string {
  return source.replace(/^ \* ?/, "");
}

/** Up to the first empty line, as one line: what follows is a remark, no part of the value. */
function paragraph(lines: readonly string[]): string {
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === "");
  return (end < 0 ? lines : lines.slice(0, end))
    .map((line) => line.trim())
    .join(" ")
    .trim();
}

function dropBlankStart(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  return first < 0 ? [] : lines.slice(first);
}

/** All lines, without the indentation that those behind the first share. */
function blockText(lines: readonly string[]): string {
  const [first = "", ...rest] = lines;
  const indent = Math.min(...rest.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length));
  const text = [first.trim(), ...rest.map((line) => line.slice(Math.min(indent, line.length)).trimEnd())].join("\n");
  return text.replace(/^\n+|\n+$/g, "");
}
