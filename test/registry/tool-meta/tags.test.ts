import { describe, expect, it } from "vitest";
import { faults, fileMeta, meta, NEEDED_TAGS, tags } from "./header.ts";

describe("every key of the contract has a tag", () => {
  it("and parses to the normal form", () => {
    const text = [
      "Fetch the documents that match",
      "the keywords.",
      "",
      "A second paragraph is prose; @verb inside a line is none.",
      "",
      "@noun docs",
      "@verb fetch",
      "@precondition DOCS_DIR exists -> fix: bash scripts/docs-init.sh",
      "@precondition command rg",
      "@idempotent false",
      `@side_effect writes \${DOCS_DIR}/index`,
      "@side_effect --force: deletes LOGS_DIR",
      "@option {string[]} keywords -k - Words to look for.",
      "@option {integer} [limit=10] -l $DOCS_LIMIT - How many",
      "  at the most.",
      '@option {"any"|"all"} [mode=any] How many must match.',
      "@option {boolean} [force]",
      "@arg {path[]} [paths] - Where to look.",
      "@output json",
      '  {"type": "object", "maxProperties": 2}',
      "@env DOCS_DIR=./docs",
      "@env TOKEN",
      "@exit_code 1 nothing to search in",
      "@dry_run native",
      "@stdin true",
      "@timeout 2.5",
      "@risk high",
      "@keyword docs",
      "@keywords search, find",
      "@path src/**/*.ts",
      "@example docs fetch --keywords cdk",
      "@see_also docs index",
    ].join("\n");
    expect(meta(tags(text))).toEqual({
      noun: "docs",
      verb: "fetch",
      summary: "Fetch the documents that match the keywords.",
      preconditions: [
        { text: "DOCS_DIR exists", fix: "bash scripts/docs-init.sh", kind: "exists", path: `\${DOCS_DIR}` },
        { text: "command rg", kind: "command", name: "rg" },
      ],
      idempotent: false,
      side_effects: [
        { text: `writes \${DOCS_DIR}/index`, kind: "writes", path: `\${DOCS_DIR}/index` },
        { text: "--force: deletes LOGS_DIR", option: "force", kind: "deletes", path: `\${LOGS_DIR}` },
      ],
      options: [
        { name: "keywords", type: "string", list: true, required: true, description: "Words to look for.", short: "k" },
        {
          name: "limit",
          type: "integer",
          list: false,
          required: false,
          default: 10,
          description: "How many at the most.",
          short: "l",
          env: "DOCS_LIMIT",
        },
        {
          name: "mode",
          type: "enum",
          list: false,
          values: ["any", "all"],
          required: false,
          default: "any",
          description: "How many must match.",
        },
        { name: "force", type: "boolean", list: false, required: false },
      ],
      args: [{ name: "paths", type: "path", list: true, required: false, description: "Where to look." }],
      output: { format: "json", schema: { type: "object", maxProperties: 2 } },
      env: [{ name: "DOCS_DIR", default: "./docs" }, { name: "TOKEN" }],
      exit_codes: { 1: "nothing to search in" },
      dry_run: "native",
      stdin: true,
      timeout: 2.5,
      risk: "high",
      keywords: ["docs", "search", "find"],
      paths: ["src/**/*.ts"],
      examples: ["docs fetch --keywords cdk"],
      see_also: ["docs index"],
    });
  });

  it("and the design's own example is one", () => {
    const source = [
      "/**",
      " * TOOL_META",
      " * Fetch the documents that match the keywords.",
      " *",
      " * @noun docs",
      " * @verb fetch",
      " * @option {string[]} keywords - Words to look for.",
      " * @option {integer} [limit=10] - How many documents at the most.",
      ' * @option {"any"|"all"} [mode=any] - How many of the words must match.',
      " * @precondition DOCS_INDEX exists",
      " * @side_effect none",
      " * @idempotent true",
      " */",
    ].join("\n");
    expect(fileMeta(source)).toMatchObject({ summary: "Fetch the documents that match the keywords.", side_effects: [], idempotent: true });
  });

  it("where `none` states an empty list", () => {
    expect(meta(tags(`${NEEDED_TAGS}@option none\n@arg none\n`))).toMatchObject({
      preconditions: [],
      side_effects: [],
      options: [],
      args: [],
    });
    expect(faults(tags(`${NEEDED_TAGS}@side_effect reads X\n`))[0]).toMatch(/none beside others/);
  });

  it("and a default may be empty, quoted, a list, or hold brackets", () => {
    const read = (rest: string, type = "string") => meta(tags(`${NEEDED_TAGS}@option {${type}} ${rest}\n`)).options?.[0];
    expect(read("[a=]")).toMatchObject({ default: "" });
    expect(read('[a=" x]"] - d')).toMatchObject({ default: " x]", description: "d" });
    expect(read("[a=x[1] y] - d")).toMatchObject({ default: "x[1] y", description: "d" });
    expect(read("[a=x,y]", "string[]")).toMatchObject({ default: ["x", "y"] });
    expect(read('[a=["x,y", "z]"]]', "string[]")).toMatchObject({ default: ["x,y", "z]"] });
    expect(read("[a=[1, 2]]", "integer[]")).toMatchObject({ default: [1, 2] });
    expect(read("[a=00123]")).toMatchObject({ default: "00123" });
  });
});

describe("text is no tag", () => {
  const example = (...lines: string[]) => meta(tags(`@example\n${lines.join("\n")}\n${NEEDED_TAGS}`));

  it("in a fenced sample", () => {
    const result = example("```ts", "@verb other", "```", "after");
    expect(result.examples).toEqual(["```ts\n@verb other\n```\nafter"]);
    expect(result.verb).toBe("fetch");
    expect(meta(tags(`Sum.\n\n~~~\n@verb other\n\`\`\`\n~~~\n${NEEDED_TAGS}`)).verb).toBe("fetch");
    expect(meta(tags(`@example \`\`\`\n@verb other\n\`\`\`\n${NEEDED_TAGS}`)).examples).toEqual(["```\n@verb other\n```"]);
  });

  it("in a diff, with or without a fence", () => {
    const diff = ["--- a/x", "+++ b/x", "@@ -1,2 +1,2 @@ @verb other", "-@verb old", "+@verb new", " * item"];
    expect(example(...diff).examples).toEqual([diff.join("\n")]);
    expect(example("```diff", ...diff, "```").examples).toEqual([["```diff", ...diff, "```"].join("\n")]);
  });

  it("where it stands deeper in an example", () => {
    expect(example("  @verb other", "", "    @noun x").examples).toEqual(["@verb other\n\n  @noun x"]);
  });

  it("behind an inline sample in backticks", () => {
    expect(meta(tags(`Take \`\`\`x\`\`\` first.\n${NEEDED_TAGS}`)).verb).toBe("fetch");
  });

  it("and a paragraph behind a tag is a remark, not part of its value", () => {
    expect(meta(tags(`${NEEDED_TAGS}\nSome remark.\n`)).side_effects).toEqual([]);
  });
});

describe("what a tag cannot be is an error at its line", () => {
  const cases: Record<string, [text: string, fault: string]> = {
    "an unknown tag": ["@sideeffect none", "6 header_unknown_key Unknown tag: @sideeffect -> Write @side_effect for @sideeffect"],
    "JSDoc's own tags": [
      "@param {string} x - y",
      "6 header_unknown_key Unknown tag: @param -> Remove @param, or put the sample that holds it between lines of ```",
    ],
    "a tag that stands twice": ["@verb fetch", "6 header_duplicate @verb stands twice -> Keep one @verb"],
    "a brace that stays open": ["@option {string x - y", "6 header_syntax @option: unpaired curlies -> Close every { by a }"],
    "a bracket that stays open": [
      "@option {string} [x=1 - y",
      "6 header_syntax @option: The bracket around the name is never closed -> Write `@option {string} [name=default] - What it is.`",
    ],
    "no name": [
      "@option {string}",
      "6 header_syntax @option: The name is missing -> Write `@option {string} [name=default] - What it is.`",
    ],
    "a schema that is no JSON": ["@output json {type: object}", "6 header_output_schema"],
    "an exit code twice": ["@exit_code 1 a\n@exit_code 1 b", "7 header_duplicate @exit_code stands twice -> Keep one @exit_code"],
    "a letter that is two": [
      "@option {string} x -ab - y",
      "6 header_type options 1 short takes one letter, and for options only, not ab -> Write @option {integer} [limit=10] -l - How many.",
    ],
  };
  for (const [name, [text, fault]] of Object.entries(cases)) {
    it(name, () => expect(faults(tags(`${NEEDED_TAGS}${text}\n`))).toEqual([expect.stringContaining(fault)]));
  }
});
