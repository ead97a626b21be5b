import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEffect } from "../../../registry/plan/effect.ts";
import { parsePrecondition } from "../../../registry/plan/precondition.ts";
import { findHeader } from "../../../registry/tool-meta/comment.ts";
import { parseHeader } from "../../../registry/tool-meta/parse.ts";
import { RESERVED_LETTERS, RESERVED_OPTIONS } from "../../../registry/tool-meta/reserved.ts";
import type { Parameter, ToolMeta } from "../../../registry/tool-meta/tool-meta.ts";
import { fileMeta, header } from "./header.ts";
import { humanText, jsdocComment, quotedText, writeTags, writeYaml, YAML_COMMENTS } from "./spellings.ts";

const kebab = fc.stringMatching(/^[a-z][a-z0-9]{0,5}(?:-[a-z0-9]{1,4})?$/);
const MARKS = [
  ":",
  "a:",
  "#",
  "x#y",
  "-",
  "--x",
  "`c`",
  '"q"',
  "it's",
  "[a]",
  "{b}",
  "*",
  "&",
  "!",
  "%",
  "@verb",
  ",",
  "a,",
  "\\",
  "|",
  ">",
  "?",
  "=",
  "012",
  "yes",
  "null",
  "1.0",
  "日本",
  "🔎",
  "é",
  "~",
];
const word = fc.oneof(
  fc.constantFrom("the", "docs", "words", "of", "it", "each"),
  fc.constantFrom(...MARKS),
  fc.stringMatching(/^[!-~]{1,6}$/),
);
/** One line of human text: no end mark of a docstring, no escape that a comment reads, and not the one word that states an empty list. */
const sentence = fc
  .array(word, { minLength: 1, maxLength: 7 })
  .map((words) => words.join(" "))
  .filter((text) => !/'''|\*\\\/|\x60\x60\x60|~~~|^none$|^TOOL_META/.test(text));
const plainWords = fc
  .array(fc.constantFrom("the", "index", "is", "fresh", "here"), { minLength: 2, maxLength: 4 })
  .map((words) => words.join(" "));
const path = fc.oneof(fc.constantFrom("DOCS_DIR", `\${DOCS_DIR}/a`, "docs/x.md", "/etc/x", '"a b"', "$HOME/x"));

const precondition = fc
  .tuple(
    fc.oneof(
      path.map((p) => `${p} exists`),
      path.map((p) => `${p} is a file`),
      fc.constant("command rg"),
      fc.constant("A_B is set"),
      fc.tuple(path, path).map(([a, b]) => `${a} newer than ${b}`),
      plainWords,
    ),
    fc.option(fc.constantFrom("bash scripts/x.sh", "make a: b", "niche docs index --rebuild"), { nil: undefined }),
  )
  .map(([text, fix]) => parsePrecondition(text, fix));
const effectText = fc.oneof(
  path.map((p) => `writes ${p}`),
  path.map((p) => `reads ${p}`),
  fc.constant("network read example.org:80"),
  fc.constant("external github opens an issue"),
  fc.constant("process git"),
  plainWords,
);

const enumWord = fc.oneof(kebab, fc.stringMatching(/^[!-z]{1,5}$/), fc.constantFrom("a b", "012", "yes", "あ"));
const type = fc.oneof(
  fc.constantFrom("string", "number", "integer", "boolean", "path").map((base) => ({ type: base as Parameter["type"] })),
  fc.uniqueArray(enumWord, { minLength: 1, maxLength: 3 }).map((values) => ({ type: "enum" as const, values })),
);
function valueFor(parameter: Pick<Parameter, "type" | "values">): fc.Arbitrary<unknown> {
  switch (parameter.type) {
    case "enum":
      return fc.constantFrom(...(parameter.values ?? []));
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer();
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
    default:
      return fc.oneof(sentence, fc.constant(""), fc.constant("a,b"));
  }
}
const parameter = (withShort: boolean) =>
  fc
    .record({
      base: type,
      list: fc.boolean(),
      required: fc.boolean(),
      description: fc.option(sentence, { nil: undefined }),
      short: fc.constantFrom("a", "B", "z", undefined),
      env: fc.constantFrom("A_ENV", undefined),
      hasDefault: fc.boolean(),
    })
    .chain(({ base, list, required, description, short, env, hasDefault }) => {
      const value = list ? fc.array(valueFor(base), { maxLength: 3 }) : valueFor(base);
      return (required || !hasDefault ? fc.constant(undefined) : value).map(
        (given): Omit<Parameter, "name"> => ({
          type: base.type,
          list,
          ...("values" in base ? { values: base.values } : {}),
          required,
          ...(given === undefined ? {} : { default: given }),
          ...(description === undefined ? {} : { description }),
          ...(short === undefined || !withShort ? {} : { short }),
          ...(env === undefined ? {} : { env }),
        }),
      );
    });
const name = fc
  .stringMatching(/^[a-z][a-z0-9]{0,4}(?:[-_][a-z0-9]{1,4})?$/)
  .filter((text) => !RESERVED_OPTIONS.includes(text.replace("_", "-")));

function named(names: readonly string[], parameters: readonly Omit<Parameter, "name">[]): Parameter[] {
  const letters = new Set<string>(RESERVED_LETTERS);
  return parameters.map(({ short, ...rest }, index) => {
    const own = short !== undefined && !letters.has(short);
    if (own) letters.add(short);
    return { name: names[index] as string, ...rest, ...(own ? { short } : {}) };
  });
}

/** Positionals that positions can tell: required ones first, a list only at the end. */
function inOrder(args: readonly Parameter[]): Parameter[] {
  const sorted = [...args].sort((a, b) => Number(b.required) - Number(a.required));
  return sorted.filter((arg, index) => !arg.list || index === sorted.length - 1);
}

const example = fc
  .array(
    fc.oneof(
      sentence,
      fc.constantFrom("", "  indented", "@@ -1 +1 @@", "-verb: old", "+verb: new", "verb: other", "@verb other", "TOOL_META", "```", "# x"),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((lines) => ["docs fetch", ...lines, "end"].join("\n"))
  .filter((text) => (text.match(/^\x60\x60\x60$/gm) ?? []).length % 2 === 0);
const texts = fc.option(
  fc.array(
    sentence.filter((text) => !text.includes(",")),
    { minLength: 1, maxLength: 3 },
  ),
  { nil: undefined },
);

const toolMeta: fc.Arbitrary<ToolMeta> = fc
  .record({
    noun: kebab,
    verb: kebab,
    summary: fc.option(
      sentence.filter((text) => !/^@/.test(text)),
      { nil: undefined },
    ),
    preconditions: fc.array(precondition, { maxLength: 3 }),
    idempotent: fc.boolean(),
    effects: fc.array(effectText, { maxLength: 3 }),
    forced: fc.boolean(),
    names: fc.uniqueArray(name, { minLength: 8, maxLength: 8, selector: (text) => text.replaceAll("-", "_") }),
    options: fc.option(fc.array(parameter(true), { maxLength: 4 }), { nil: undefined }),
    args: fc.option(fc.array(parameter(false), { maxLength: 3 }), { nil: undefined }),
    output: fc.oneof(
      fc.constantFrom("text", "json", "ndjson").map((format) => ({ format })),
      fc.record({
        format: fc.constant("json"),
        schema: fc.constantFrom({ type: "object", maxProperties: 3 }, { const: "012", enum: [1, true, null, "~"] }),
      }),
    ),
    env: fc.uniqueArray(
      fc.record({ name: fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,6}$/), default: fc.option(sentence, { nil: undefined }) }),
      { selector: (item) => item.name, maxLength: 3 },
    ),
    exit_codes: fc.option(fc.record({ 0: sentence, 2: sentence }), { nil: undefined }),
    dry_run: fc.constantFrom("native" as const, undefined),
    stdin: fc.constantFrom(true as const, undefined),
    timeout: fc.constantFrom(30, 0.5, undefined),
    risk: fc.constantFrom("low" as const, "high" as const, undefined),
    keywords: texts,
    paths: texts,
    examples: fc.option(fc.array(example, { minLength: 1, maxLength: 2 }), { nil: undefined }),
    see_also: texts,
  })
  .map(({ names, options: rawOptions, args: rawArgs, effects, forced, env, ...rest }) => {
    const options = rawOptions && named(names, rawOptions);
    const args = rawArgs && inOrder(named(names.slice(4), rawArgs));
    const option = options?.[0]?.name;
    const side_effects = [...effects, ...(forced && option !== undefined ? [`--${option}: deletes \${DOCS_DIR}`] : [])].map(parseEffect);
    const variables = env.map(({ name: variable, default: value }) =>
      value === undefined ? { name: variable } : { name: variable, default: value },
    );
    const whole = { ...rest, side_effects, env: variables, ...(options ? { options } : {}), ...(args ? { args } : {}) };
    return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)) as unknown as ToolMeta;
  });

describe("a tool's metadata written in any spelling parses to the same object", () => {
  const runs = { numRuns: 150 };

  it("as JSDoc tags", () => {
    fc.assert(
      fc.property(toolMeta, (meta) => {
        expect(fileMeta(jsdocComment(writeTags(meta)), `${meta.noun}-${meta.verb}`)).toEqual(meta);
      }),
      runs,
    );
  });

  for (const [comment, wrap] of Object.entries(YAML_COMMENTS)) {
    for (const style of ["flow", "block"] as const) {
      it(`as YAML in ${style} style in a comment of ${comment}, quoted and as people write it`, () => {
        fc.assert(
          fc.property(toolMeta, fc.constantFrom(quotedText, humanText), (meta, quote) => {
            expect(fileMeta(wrap(writeYaml(meta, quote, style)), `${meta.noun}-${meta.verb}`)).toEqual(meta);
          }),
          runs,
        );
      });
    }
  }

  it("and has its keys in one order", () => {
    fc.assert(
      fc.property(toolMeta, (meta) => {
        const stem = `${meta.noun}-${meta.verb}`;
        const tags = fileMeta(jsdocComment(writeTags(meta)), stem);
        const yaml = fileMeta(`# TOOL_META\n${writeYaml(meta, quotedText, "flow").replace(/^(?=.)/gm, "# ")}`, stem);
        expect(JSON.stringify(tags)).toBe(JSON.stringify(yaml));
      }),
      runs,
    );
  });
});

describe("no text makes reading throw", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "# ",
      "TOOL_META",
      "\n",
      "\n# ",
      "/**\n",
      " * ",
      "*/",
      "/*\n",
      '"""',
      "noun: docs",
      "@noun docs",
      "options:",
      "  - ",
      "{",
      "}",
      "[",
      "]",
      "&a ",
      "*a",
      "!x ",
      "|\n",
      ">\n",
      "```\n",
      "@option {",
      "} [x=",
      "\t",
      "\r\n",
      "\uFEFF",
      "\0",
      "__proto__: ",
      "? ",
      ": ",
    ),
    fc.string({ maxLength: 5 }),
  );

  it("neither of a file's comments nor of a header in either spelling", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        findHeader(text);
        for (const spelling of ["yaml", "tags"] as const) {
          const result = parseHeader(header(spelling, text), { shown: "x", stem: "docs-fetch" });
          for (const problem of result.ok ? result.warnings : result.problems) {
            expect(problem.line).toBeGreaterThan(0);
            expect(problem.fix).not.toBe("");
          }
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("nor of nesting without end", () => {
    for (const text of [
      "[".repeat(60_000),
      `output: ${"{a: ".repeat(15_000)}`,
      `options: ${"- ".repeat(30_000)}`,
      `preconditions: [${"{".repeat(60_000)}`,
    ]) {
      expect(parseHeader(header("yaml", text), { shown: "x", stem: "a-b" }).ok).toBe(false);
    }
    expect(parseHeader(header("tags", `@option ${"{".repeat(60_000)}`), { shown: "x", stem: "a-b" }).ok).toBe(false);
  });
});
