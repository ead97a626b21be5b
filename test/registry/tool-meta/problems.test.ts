import { describe, expect, it } from "vitest";
import { parseHeader } from "../../../registry/tool-meta/parse.ts";
import { RESERVED_OPTIONS } from "../../../registry/tool-meta/reserved.ts";
import { faults, header, meta, NEEDED_YAML, tags, yaml } from "./header.ts";

const withOptions = (...options: string[]) => yaml(`${NEEDED_YAML}options:\n${options.map((option) => `  - ${option}\n`).join("")}`);
const withArgs = (...args: string[]) => yaml(`${NEEDED_YAML}args:\n${args.map((arg) => `  - ${arg}\n`).join("")}`);

/** The needed keys with one line more, which replaces the needed key that it begins with. */
function withKey(text: string): string {
  const needed = /^(preconditions|side_effects):/.exec(text)?.[1];
  return needed === undefined ? `${NEEDED_YAML}${text}\n` : NEEDED_YAML.replace(`${needed}: []`, text);
}

describe("a fault of a header has file, line, message and Fix", () => {
  it("with the line in the real file", () => {
    const result = parseHeader(
      { ...header("yaml", `${NEEDED_YAML}sumary: x\n`), line: 10 },
      { shown: "lib/docs-fetch.sh", stem: "docs-fetch" },
    );
    expect(result).toEqual({
      ok: false,
      problems: [
        {
          code: "header_unknown_key",
          file: "lib/docs-fetch.sh",
          line: 15,
          message: "Unknown key: sumary",
          fix: "Write summary for sumary",
        },
      ],
    });
  });

  const cases: Record<string, [text: string, fault: string]> = {
    "a key that is near none": ["colour: red", "6 header_unknown_key Unknown key: colour -> Remove colour (known are noun, verb,"],
    "__proto__ as a key": ["__proto__: {a: b}", "6 header_unknown_key Unknown key: __proto__ -> Remove the key __proto__"],
    "a key twice": ["verb: fetch", "6 header_duplicate The key verb stands twice -> Keep one verb"],
    "a tab that indents": ["options:\n\t- {name: a}", "7 header_syntax"],
    "an alias": ["output: *x", "header_syntax"],
    "an anchor bomb": ["output: &a [x]\nexit_codes: {0: *a}\nrisk: *a", "header_syntax"],
    "a timeout that is none": ["timeout: soon", "6 header_type timeout takes a number of seconds, not soon -> Write timeout: 30"],
    "a timeout of nothing": ["timeout: 0", "6 header_type"],
    "a risk that is none": ["risk: extreme", "6 header_type risk takes low, medium or high, not extreme -> Write risk: high"],
    "another dry run": ["dry_run: yes", "6 header_type dry_run takes native, or nothing, not yes -> Write dry_run: native"],
    "an exit code above 3": ["exit_codes: {4: x}", "6 header_"],
    "an output format that is none": ["output: xml", "6 header_type output takes text, json or ndjson"],
    "an output schema that is no object": [
      "output: {format: json, schema: [a]}",
      "6 header_type output takes text, json or ndjson, with or without a JSON Schema, not",
    ],
    "a precondition of other keys": [
      "preconditions: [{when: DOCS_DIR exists}]",
      "3 header_type preconditions 1 takes a phrase, alone or with its Fix, not",
    ],
    "an empty side effect": ["side_effects: ['']", "5 header_type side_effects 1 takes a phrase, not nothing"],
    "a summary over 1,024 characters": [
      `summary: ${"あ".repeat(1025)}`,
      "6 header_type summary takes one sentence of at most 1,024 characters",
    ],
    "an empty summary": ["summary:", "6 header_type summary takes one sentence of at most 1,024 characters, not nothing"],
    "options that are no list": ["options: {limit: {type: integer}}", "6 header_type options takes a list of options"],
    "an environment name that is none": ["env: [A-B]", "6 header_env No name of a variable: A-B -> Write NAME or NAME=default"],
    "an environment name twice": ["env:\n  - A\n  - A=1", "8 header_duplicate The variable A is declared twice"],
  };
  for (const [name, [text, fault]] of Object.entries(cases)) {
    it(name, () => expect(faults(yaml(withKey(text))).join("\n")).toContain(fault));
  }

  it("an unknown option of a side effect, with the nearest one", () => {
    const text = NEEDED_YAML.replace("side_effects: []", "side_effects:\n  - reads X\n  - --froce: deletes X");
    expect(faults(yaml(`${text}options: [{name: force, type: boolean}]\n`))).toEqual([
      "7 header_unknown_option This side effect belongs to --froce, which is no option of the tool -> Write --force",
    ]);
    expect(faults(yaml(text))[0]).toMatch(/Declare the option froce$/);
  });

  it("every needed key that is missing, in both spellings", () => {
    expect(faults(yaml("summary: x\n"))).toEqual([
      "1 header_missing_key The header has no noun -> Write noun: docs",
      "1 header_missing_key The header has no verb -> Write verb: fetch",
      "1 header_missing_key The header has no preconditions -> Write preconditions: [DOCS_DIR exists] or preconditions: []",
      "1 header_missing_key The header has no idempotent -> Write idempotent: true or idempotent: false",
      `1 header_missing_key The header has no side_effects -> Write side_effects: [writes \${DOCS_DIR}/index] or side_effects: []`,
    ]);
    expect(faults(tags("@noun docs\n@verb fetch\n@idempotent true\n@precondition none\n"))).toEqual([
      `1 header_missing_key The header has no side_effects -> Write @side_effect writes \${DOCS_DIR}/index or @side_effect none`,
    ]);
    expect(faults(yaml("")).length).toBe(5);
  });

  it("a safety field that is stated by nothing is not stated", () => {
    for (const key of ["preconditions", "side_effects", "idempotent"]) {
      expect(faults(yaml(NEEDED_YAML.replace(new RegExp(`^${key}:.*$`, "m"), `${key}:`)))[0]).toMatch(
        new RegExp(`header_type ${key} takes .*, not nothing`),
      );
    }
  });

  it("all faults at once, in the order of their lines", () => {
    const text = "noun: Docs\nverb: fetch\npreconditions: []\nidempotent: maybe\nside_effects: []\ntimout: 3\nrisk: none\n";
    expect(faults(yaml(text)).map((fault) => fault.split(" ").slice(0, 2).join(" "))).toEqual([
      "1 header_type",
      "4 header_type",
      "6 header_unknown_key",
      "7 header_type",
    ]);
  });

  it("a header longer than any that a person writes is refused unread", () => {
    expect(faults(yaml(`${NEEDED_YAML}summary: ${"x".repeat(70_000)}\n`))).toEqual([expect.stringMatching(/^1 header_too_long/)]);
  });
});

describe("noun and verb equal the file's name", () => {
  const named = (noun: string, verb: string, stem: string) =>
    faults(parseHeader(header("yaml", NEEDED_YAML.replace("docs", noun).replace("fetch", verb)), { shown: "x", stem }));

  it("with hyphens in either", () => {
    expect(named("code-review", "run-all", "code-review-run-all")).toEqual([]);
    expect(named("a", "b-c", "a-b-c")).toEqual([]);
  });

  it("else the Fix names both ways out", () => {
    expect(named("docs", "fetch", "docs-find")).toEqual([
      "2 header_name The header says docs fetch, but the file is named docs-find -> Set noun to docs and verb to find, or rename the file to docs-fetch",
    ]);
    expect(named("doc", "fetch", "docs-fetch")[0]).toMatch(/^1 .* -> Set noun to docs and verb to fetch/);
    expect(named("docs", "fetch", "tool")[0]).toMatch(/-> Rename the file to docs-fetch$/);
  });
});

describe("options and arguments", () => {
  it("have names that no global option has", () => {
    for (const name of RESERVED_OPTIONS)
      expect(faults(withOptions(`{name: ${name}, type: string}`))).toEqual([expect.stringMatching(/^7 header_reserved/)]);
    expect(faults(withOptions("{name: dry_run, type: boolean}"))).toEqual([expect.stringMatching(/header_reserved/)]);
    expect(faults(withOptions("{name: all, short: y, type: boolean}"))).toEqual([
      expect.stringMatching(/header_reserved -y is an option of every tool/),
    ]);
    expect(faults(withArgs("{name: input, type: path}"))).toEqual([]);
  });

  it("have names and letters of their own", () => {
    expect(faults(withOptions("{name: a}", "{name: a}"))).toEqual(["8 header_duplicate a is declared twice -> Keep one a"]);
    expect(faults(withOptions("{name: a-b}", "{name: a_b}"))).toEqual(["8 header_duplicate a_b and a-b are both ARG_A_B -> Rename a_b"]);
    expect(faults(withOptions("{name: x, short: v}", "{name: z, short: v}"))).toEqual([
      "8 header_duplicate -v stands for both x and z -> Give z another letter, or none",
    ]);
    expect(faults(yaml(`${NEEDED_YAML}options: [{name: files}]\nargs: [{name: FILES}]\n`))).toEqual([
      expect.stringMatching(/both ARG_FILES/),
    ]);
  });

  it("have a name that can be typed", () => {
    for (const name of ["-a", "a b", "a.b", "", "__proto__", "あ"])
      expect(faults(withOptions(`{name: "${name}", type: string}`))).toHaveLength(1);
    expect(faults(withOptions("{type: string}"))).toEqual([expect.stringMatching(/^7 header_missing_key options 1 name is missing/)]);
    expect(meta(withOptions("{name: constructor}", "{name: toString}")).options).toHaveLength(2);
  });

  it("have a type of the contract", () => {
    expect(faults(withOptions("{name: a, type: int}"))[0]).toMatch(/a type that doesn't exist: int -> Write/);
    expect(faults(withOptions("{name: a, type: strings[]}"))[0]).toMatch(/-> Write string\[\]$/);
    expect(faults(withOptions("{name: a, type: []}"))[0]).toMatch(/enum without words/);
    expect(faults(withOptions("{name: a, type: [x, x]}"))[0]).toMatch(/same enum word twice/);
    expect(meta(withOptions("{name: a}")).options?.[0]).toMatchObject({ type: "string", list: false });
  });

  it("have a default of their type, and none where one is required", () => {
    const cases: [string, RegExp][] = [
      ["type: integer, default: ten", /^7 header_default The default of a is not of its type integer: ten/],
      ["type: integer, default: 1.5", /header_default/],
      ["type: integer, default: 9007199254740993", /header_default/],
      ["type: number, default: 0x10", /header_default/],
      ["type: boolean, default: yes", /header_default/],
      ["type: [x, z], default: q", /Write a default that is one of x, z/],
      ["type: integer, default: [1]", /is a list, but its type is integer/],
      ["type: integer[], default: [1, b]", /not of its type integer\[\]: b/],
      ["type: string, required: true, default: x", /required and has a default/],
    ];
    for (const [rest, fault] of cases) expect(faults(withOptions(`{name: a, ${rest}}`))).toEqual([expect.stringMatching(fault)]);
    expect(
      meta(withOptions("{name: a, type: number, default: -1e3}", "{name: b, type: integer[], default: [1, 2]}")).options,
    ).toMatchObject([{ default: -1000 }, { default: [1, 2] }]);
  });

  it("stand in an order that positions can tell", () => {
    expect(faults(withArgs("{name: a, type: path[]}", "{name: b}"))).toEqual([
      "7 header_order a is a list, so no argument can follow it -> Move a to the end of args",
    ]);
    expect(faults(withArgs("{name: a}", "{name: b, required: true}"))).toEqual([
      "8 header_order b is required but follows a, which is not -> Move b before a",
    ]);
    expect(faults(withArgs("{name: a, short: b}"))).toEqual([expect.stringMatching(/^7 header_unknown_key Unknown key: short/)]);
    expect(faults(withArgs("{name: a, required: true}", "{name: b, type: path[]}"))).toEqual([]);
  });

  it("have one letter, a variable's name and known keys", () => {
    expect(faults(withOptions("{name: a, short: ab}"))[0]).toMatch(/takes one letter/);
    expect(faults(withOptions("{name: a, short: 1}"))[0]).toMatch(/takes one letter/);
    expect(faults(withOptions("{name: a, env: A-B}"))[0]).toMatch(/takes the name of a variable/);
    expect(faults(withOptions("{name: a, desc: x}"))[0]).toMatch(/Unknown key: desc/);
  });
});

describe("warnings leave a header usable", () => {
  it("where no phrase matches, and where a tool with options has no summary", () => {
    const result = yaml(
      NEEDED_YAML.replace("preconditions: []", "preconditions: [the index is fresh]").replace(
        "side_effects: []",
        "side_effects: [might write]\noptions: [{name: a}]",
      ),
    );
    expect(result.ok && result.warnings.map(({ line, code }) => `${line} ${code}`)).toEqual([
      "5 header_prose",
      "3 header_prose",
      "1 header_no_summary",
    ]);
    expect(yaml(NEEDED_YAML)).toMatchObject({ ok: true, warnings: [] });
  });
});

describe("a shell script's guards", () => {
  const guarded = (text: string) =>
    meta(parseHeader({ ...header("yaml", text), guards: ["DOCS_DIR"], branch_guards: ["TOKEN"] }, { shown: "x", stem: "docs-fetch" }));

  it("count as preconditions and declared env; those of a branch as env alone", () => {
    expect(guarded(NEEDED_YAML)).toMatchObject({
      preconditions: [{ text: "DOCS_DIR is set", kind: "set", name: "DOCS_DIR" }],
      env: [{ name: "DOCS_DIR" }, { name: "TOKEN" }],
    });
  });

  it("add nothing that the header says itself", () => {
    const text = `${NEEDED_YAML.replace("preconditions: []", "preconditions: [DOCS_DIR is set]")}env: [DOCS_DIR=./docs]\n`;
    expect(guarded(text)).toMatchObject({
      preconditions: [{ text: "DOCS_DIR is set" }],
      env: [{ name: "DOCS_DIR", default: "./docs" }, { name: "TOKEN" }],
    });
  });
});
