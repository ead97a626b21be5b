import { describe, expect, it } from "vitest";
import { faults, meta, NEEDED_YAML, yaml } from "./header.ts";

/** Replaces a needed key of the header by the lines given. */
function without(key: string, ...lines: string[]): string {
  return NEEDED_YAML.replace(new RegExp(`^${key}:.*$`, "m"), lines.join("\n"));
}

describe("unquoted human text is read as meant", () => {
  const summaries: Record<string, string> = {
    "Prepare: hooks": "Prepare: hooks",
    "Prepare the kit: hooks and servers:": "Prepare the kit: hooks and servers:",
    "[beta] Does x": "[beta] Does x",
    "{x} is replaced": "{x} is replaced",
    '"Any" or "all"': '"Any" or "all"',
    '"quoted: text"': "quoted: text",
    "'it''s: quoted'": "it's: quoted",
    "@see the docs": "@see the docs",
    "*.ts files": "*.ts files",
    "&more of it": "&more of it",
    "!important: read": "!important: read",
    "100% of it": "100% of it",
    "% of it": "% of it",
    "`code` first": "`code` first",
    "- not a list": "- not a list",
    "> 3 words": "> 3 words",
    "| a pipe": "| a pipe",
    "a \\ backslash: kept": "a \\ backslash: kept",
    "https://example.org/a:b": "https://example.org/a:b",
    "text: here # a comment": "text: here",
    "no comment#here: it": "no comment#here: it",
    "012": "012",
    "1.10": "1.10",
    yes: "yes",
    null: "null",
    "2026-01-02": "2026-01-02",
  };
  for (const [written, read] of Object.entries(summaries)) {
    it(`as a summary: ${written}`, () => expect(meta(yaml(`${NEEDED_YAML}summary: ${written}\n`)).summary).toBe(read));
  }

  it("over several lines, folded as YAML folds", () => {
    expect(meta(yaml(`summary: Prepare: the\n  hooks and\n  servers\n${NEEDED_YAML}`)).summary).toBe("Prepare: the hooks and servers");
    expect(meta(yaml(`summary:\n  Prepare: the\n  hooks\n${NEEDED_YAML}`)).summary).toBe("Prepare: the hooks");
    expect(meta(yaml(`summary: >\n  Prepare: the\n  hooks\n${NEEDED_YAML}`)).summary).toBe("Prepare: the hooks");
    expect(meta(yaml(`summary: "Prepare: the\n  hooks"\n${NEEDED_YAML}`)).summary).toBe("Prepare: the hooks");
  });

  it("in lists in brackets", () => {
    const { preconditions, side_effects, paths, env } = meta(
      yaml(
        `noun: docs\nverb: fetch\nidempotent: true\npreconditions: [DOCS_DIR exists, \${DOCS_DIR}/a is a file, "x y" exists]\n` +
          `side_effects: [writes \${DOCS_DIR}/x, # the index\n  reads README.md]\npaths: [src/{a,b}/**, *.md]\nenv: [A=\${B}/c, D, E=a: b]\n`,
      ),
    );
    expect(preconditions.map(({ text }) => text)).toEqual(["DOCS_DIR exists", `\${DOCS_DIR}/a is a file`, '"x y" exists']);
    expect(side_effects.map(({ text }) => text)).toEqual([`writes \${DOCS_DIR}/x`, "reads README.md"]);
    expect(paths).toEqual(["src/{a,b}/**", "*.md"]);
    expect(env).toEqual([{ name: "A", default: `\${B}/c` }, { name: "D" }, { name: "E", default: "a: b" }]);
  });

  it("in lists of lines", () => {
    const { side_effects, examples } = meta(
      yaml(
        `${without("side_effects", "side_effects:", `- writes \${X}/a`, `- --force: deletes \${X}`, `- external github: opens an issue`)}` +
          `options: [{name: force, type: boolean}]\nexamples:\n  - docs fetch --query "a: b"\n  - "docs fetch"\n`,
      ),
    );
    expect(side_effects).toEqual([
      { text: `writes \${X}/a`, kind: "writes", path: `\${X}/a` },
      { text: `--force: deletes \${X}`, option: "force", kind: "deletes", path: `\${X}` },
      { text: "external github: opens an issue", kind: "external", system: "github:", what: "opens an issue" },
    ]);
    expect(examples).toEqual([`docs fetch --query "a: b"`, "docs fetch"]);
  });

  it("in options in braces", () => {
    const { options } = meta(
      yaml(
        `${NEEDED_YAML}options:\n` +
          "  - {name: a, type: string[], description: a: b, and c [d].}\n" +
          "  - {name: b, type: [any, all], default: any, description: Which {of} them}\n" +
          "  - {name: c, type: [any, all][], default: [any]}\n" +
          '  - {name: d, type: "x"|"y"}\n',
      ),
    );
    expect(options).toMatchObject([
      { type: "string", list: true, description: "a: b, and c [d]." },
      { type: "enum", values: ["any", "all"], default: "any", description: "Which {of} them" },
      { type: "enum", list: true, values: ["any", "all"], default: ["any"] },
      { type: "enum", values: ["x", "y"] },
    ]);
  });

  it("in options over several lines, exit codes and Fix commands", () => {
    const result = meta(
      yaml(
        `${without("preconditions", "preconditions:", "  - {test: DOCS_DIR exists, fix: bash a.sh --x: 'y'}", "  - test: command rg", "    fix: echo a: b", "  - X exists -> fix: make x")}` +
          "options:\n  - name: limit\n    type: integer\n    description: How: many\n      of them.\n    default: 10\n" +
          "exit_codes:\n  0: All: fine\n  2: '[bad]'\n",
      ),
    );
    expect(result.options).toEqual([
      { name: "limit", type: "integer", list: false, required: false, default: 10, description: "How: many of them." },
    ]);
    expect(result.exit_codes).toEqual({ 0: "All: fine", 2: "[bad]" });
    expect(result.preconditions.map(({ text, fix }) => [text, fix])).toEqual([
      ["DOCS_DIR exists", "bash a.sh --x: 'y'"],
      ["command rg", "echo a: b"],
      ["X exists", "make x"],
    ]);
    expect(meta(yaml(`${NEEDED_YAML}exit_codes: {0: fine: yes, 2: bad}\n`)).exit_codes).toEqual({ 0: "fine: yes", 2: "bad" });
  });

  it("where YAML would make a number, a truth value or nothing of it", () => {
    const { options, env, keywords } = meta(
      yaml(
        `${NEEDED_YAML}options:\n  - {name: id, type: string, default: 00123}\n  - {name: v, type: [1.10, yes, null, 012], default: null}\n` +
          "  - {name: on, type: string, default: true}\n  - {name: none, type: string, default: ''}\nenv: [{name: V, default: 1.10}]\nkeywords: [123, yes, ~, 1e5]\n",
      ),
    );
    expect(options).toMatchObject([
      { default: "00123" },
      { values: ["1.10", "yes", "null", "012"], default: "null" },
      { default: "true" },
      { default: "" },
    ]);
    expect(env).toEqual([{ name: "V", default: "1.10" }]);
    expect(keywords).toEqual(["123", "yes", "~", "1e5"]);
  });
});

describe("free text swallows no key and no item", () => {
  it("a misspelt key behind a description is an unknown key, not its text", () => {
    expect(faults(yaml(`${NEEDED_YAML}options:\n  - {name: a, description: Words, requried: true}\n`))).toEqual([
      "7 header_unknown_key Unknown key: requried -> Write required for requried",
    ]);
  });

  it("a key that is indented too deep is an error at its line", () => {
    expect(faults(yaml(`summary: Fetch: it\n  idempotent: true\n${NEEDED_YAML}`))).toContainEqual(
      expect.stringMatching(/^2 header_syntax .* -> Begin the line in the column/),
    );
    expect(faults(yaml(`${NEEDED_YAML}options:\n  - name: a\n    description: Words\n      required: true\n`))).toContainEqual(
      expect.stringMatching(/^9 header_syntax/),
    );
  });

  it("an item that is indented too deep is an error, not the end of another's path", () => {
    expect(faults(yaml(without("side_effects", "side_effects:", "  - reads a", "    - deletes b")))).toMatchObject([
      expect.stringMatching(/header_syntax/),
    ]);
  });

  it("brackets that don't balance are YAML's error", () => {
    expect(faults(yaml(without("side_effects", `side_effects: [writes \${X`)))).toContainEqual(
      expect.stringMatching(/^5 header_syntax .* -> Close every/),
    );
  });

  it("other keys are plain YAML: what is no truth value is none", () => {
    expect(faults(yaml(without("idempotent", "idempotent: yes")))).toEqual([
      "4 header_type idempotent takes true or false, not yes -> Write idempotent: true or idempotent: false",
    ]);
    expect(faults(yaml(without("idempotent", "idempotent: true: indeed")))).toMatchObject([expect.stringMatching(/^4 header_syntax/)]);
  });
});
