import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandLine } from "../../../registry/error/shell-quote.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import { canonicalArgv, completeArguments } from "../../../registry/grammar/complete.ts";
import { parseWords } from "../../../registry/grammar/parse.ts";
import { splitLine } from "../../../registry/grammar/split.ts";
import type { Parameter } from "../../../registry/tool-meta/tool-meta.ts";

const option = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  name,
  type: "string",
  list: false,
  required: false,
  ...more,
});

const fetchTool = {
  options: [
    option("keywords", { list: true, required: true, short: "k" }),
    option("mode", { type: "enum", values: ["any", "all"], default: "any" }),
    option("limit", { type: "integer", default: 10, short: "l" }),
    option("delta", { type: "number" }),
    option("title"),
    option("opts"),
    option("force", { type: "boolean" }),
  ],
};
const noteTool = {
  options: [option("tag", { list: true }), option("id")],
  args: [option("file", { type: "path", required: true }), option("rest", { list: true })],
};
type Declared = { options?: Parameter[]; args?: Parameter[] };

function read(tool: Declared, line: readonly string[]) {
  const corrected = (index: number, right: readonly string[]) =>
    `acme ${commandLine(line.flatMap((word, at) => (at === index ? right : [word])))}`;
  const split = splitLine(line, { help: "acme --help", corrected });
  return { ...parseWords(tool, split, { help: "acme x y --help", corrected }), globals: split.globals };
}

function refusal(tool: Declared, line: readonly string[]): ToolError {
  try {
    read(tool, line);
  } catch (error) {
    return error as ToolError;
  }
  throw new Error(`accepted: ${line.join(" ")}`);
}

describe("when words are read", () => {
  test("a list option takes several words or is repeated", () => {
    expect(read(fetchTool, ["--keywords", "cdk", "lambda"]).given).toEqual({ keywords: ["cdk", "lambda"] });
    expect(read(fetchTool, ["-k", "cdk", "--keywords=lambda", "-k", "s3"]).given).toEqual({ keywords: ["cdk", "lambda", "s3"] });
  });

  test("a list option takes one word each where the tool has positional arguments (case c2)", () => {
    expect(read(noteTool, ["--tag", "a", "--tag", "b", "file.md"]).given).toEqual({ tag: ["a", "b"], file: "file.md" });
  });

  test("a value may begin with a dash where an option wants one (case c1)", () => {
    expect(read(fetchTool, ["--delta", "-5"]).given).toEqual({ delta: -5 });
    expect(read(fetchTool, ["--delta=-5"]).given).toEqual({ delta: -5 });
    expect(read(fetchTool, ["--opts", "-a -b"]).given).toEqual({ opts: "-a -b" });
    expect(read(fetchTool, ["--title", "--force"]).given).toEqual({ title: "--force" });
    expect(read(fetchTool, ["--keywords", "-1", "-2.5"]).given).toEqual({ keywords: ["-1", "-2.5"] });
    expect(read(noteTool, ["-12.4", "-.5"]).given).toEqual({ file: "-12.4", rest: ["-.5"] });
  });

  test("what is spelled as a global option is one, and a value only behind `=`", () => {
    expect(refusal(fetchTool, ["--title", "--json"]).code).toBe("value_missing");
    expect(refusal(fetchTool, ["--title", "--json", "x"]).code).toBe("value_missing");
    expect(read(fetchTool, ["--title=--json"])).toMatchObject({ given: { title: "--json" }, globals: {} });
    expect(read(fetchTool, ["--keywords", "a", "--dry-run", "--limit", "2"])).toMatchObject({
      given: { keywords: ["a"], limit: 2 },
      globals: { "dry-run": true },
    });
  });

  test("only the first `=` splits, and `--x=` is an empty value (case c6)", () => {
    expect(read(fetchTool, ["--title=a=b=c"]).given).toEqual({ title: "a=b=c" });
    expect(read(fetchTool, ["--title="]).given).toEqual({ title: "" });
    expect(read(fetchTool, ["--title", ""]).given).toEqual({ title: "" });
    expect(refusal(noteTool, [""]).message).toContain("file must be a path");
  });

  test("text stays text: zeros and digits are kept (case c7)", () => {
    for (const id of ["00123", "76561197994888976", "1e5", "0x1F", "1.10", "true", "null"]) {
      expect(read(noteTool, ["--id", id, "f"]).given).toEqual({ id, file: "f" });
    }
  });

  test("a number that cannot be held exactly is refused, not rounded", () => {
    expect(refusal(fetchTool, ["--limit", "76561197994888976"]).code).toBe("parameter_invalid");
    expect(refusal(fetchTool, ["--limit", "1.5"]).code).toBe("parameter_invalid");
    expect(refusal(fetchTool, ["--delta", "0x1F"]).code).toBe("parameter_invalid");
  });

  test("after `--` all is data", () => {
    expect(read(noteTool, ["--", "--json", "--tag", "-x"])).toMatchObject({
      given: { file: "--json", rest: ["--tag", "-x"] },
      globals: {},
    });
  });

  test("a boolean takes no word, and a value only behind `=`", () => {
    expect(read(fetchTool, ["--force"]).given).toEqual({ force: true });
    expect(read(fetchTool, ["--force=false"]).given).toEqual({ force: false });
    expect(refusal(fetchTool, ["--force=maybe"]).message).toContain("true or false");
    expect(refusal(fetchTool, ["--force", "x"]).code).toBe("unexpected_argument");
  });

  test("the last of a repeated option counts, with a warning", () => {
    expect(read(fetchTool, ["--limit", "1", "--limit", "2"])).toMatchObject({
      given: { limit: 2 },
      warnings: ["--limit is given more than once; the last one counts"],
    });
  });
});

describe("when words are wrong", () => {
  test("an unknown option gets the nearest spelling as a Fix that runs", () => {
    expect(refusal(fetchTool, ["--keywrods", "cdk", "it's"]).fix).toEqual(["acme --keywords cdk 'it'\\''s'"]);
    expect(refusal(fetchTool, ["--limt=5"]).fix).toEqual(["acme --limit=5"]);
    expect(refusal(fetchTool, ["--colour"]).fix).toEqual(["acme x y --help"]);
  });

  test("there are no abbreviations: the whole word is offered", () => {
    expect(refusal(fetchTool, ["--key", "cdk"])).toMatchObject({ code: "unknown_option", fix: ["acme --keywords cdk"] });
  });

  test("a value glued to a letter is offered apart", () => {
    expect(refusal(fetchTool, ["-l5"]).fix).toEqual(["acme -l 5"]);
  });

  test("several words in one are refused, also those of global options (case c5)", () => {
    expect(refusal(fetchTool, ["--force --limit 2"])).toMatchObject({ code: "words_in_one", fix: ["acme --force --limit 2"] });
    expect(refusal({}, ["--dry-run --limit 2"]).code).toBe("words_in_one");
  });

  test("a bare word is offered as the value of the option that is missing", () => {
    expect(refusal(fetchTool, ["cdk", "--limit", "2"]).fix).toEqual(["acme --keywords cdk --limit 2"]);
  });

  test("a wrong value of an enum gets the nearest right one", () => {
    expect(refusal(fetchTool, ["--mode", "al"]).fix).toEqual(["acme --mode all"]);
    expect(refusal(fetchTool, ["--mode=ayn"]).fix).toEqual(["acme --mode=any"]);
  });

  test("a truly unknown flag is refused also beside negative numbers", () => {
    expect(refusal(noteTool, ["-z"]).code).toBe("unknown_option");
    expect(refusal(fetchTool, ["-5"]).code).toBe("unknown_option");
  });
});

describe("when arguments are completed", () => {
  const complete = (given: Record<string, unknown>, env: Record<string, string> = {}, tool: Declared = fetchTool) =>
    completeArguments(tool, given, env, "h");

  test("an option beats its variable, and the variable the default", () => {
    const tool = { options: [option("limit", { type: "integer", default: 10, env: "LIMIT" })] };
    expect(complete({ limit: 1 }, { LIMIT: "2" }, tool)).toEqual({ limit: 1 });
    expect(complete({}, { LIMIT: "2" }, tool)).toEqual({ limit: 2 });
    expect(complete({}, { LIMIT: "" }, tool)).toEqual({ limit: 10 });
    expect(() => complete({}, { LIMIT: "two" }, tool)).toThrow("LIMIT (for limit) must be an integer");
  });

  test("JSON is checked by the same declarations, without coercion", () => {
    expect(() => complete({ keywords: "cdk" })).toThrow("keywords must be a list");
    expect(() => complete({ keywords: ["cdk"], limit: "5" })).toThrow("limit must be an integer");
    expect(() => complete({ keywords: [] })).toThrow("keywords must be a list");
    expect(() => complete({ keywords: ["a"], constructor: 1 })).toThrow('No argument is called "constructor"');
    expect(() => complete({})).toThrow("--keywords is required");
  });

  test("canonical argv reads back to the same arguments, whatever the values", () => {
    const value = fc.string().filter((text) => !/^-|^$/.test(text));
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1 }),
        fc.array(fc.string({ minLength: 1 }).filter((text) => !text.includes("\0"))),
        fc.option(value),
        (tags, files, id) => {
          const given = {
            ...(id === null ? {} : { id }),
            tag: tags,
            file: files[0] ?? "f",
            ...(files.length > 1 ? { rest: files.slice(1) } : {}),
          };
          const args = completeArguments(noteTool, given, {}, "h");
          const line = canonicalArgv(noteTool, args);
          const split = {
            words: line.slice(0, line.indexOf("--")).map((text, index) => ({ text, index, apart: false })),
            data: line.slice(line.indexOf("--") + 1),
          };
          expect(parseWords(noteTool, split, { help: "", corrected: () => "" }).given).toEqual(given);
        },
      ),
    );
  });
});
