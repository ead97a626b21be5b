import { describe, expect, test } from "vitest";
import { parseEffect } from "../../../registry/plan/effect.ts";
import { codeLines, type Language } from "../../../registry/proof/code-lines.ts";
import { lintCode } from "../../../registry/proof/lint-code.ts";
import { variablesRead } from "../../../registry/proof/variables-read.ts";
import { sampleEntry } from "../sample-entry.ts";

const place = { tool: "docs fetch", file: "lib/docs-fetch.ts", line: 2 };

function rules(source: string, language: Language, meta: Parameters<typeof sampleEntry>[0] = {}): string[] {
  return lintCode(sampleEntry(meta), codeLines(source, language), language, place).map(({ line, rule }) => `${line} ${rule}`);
}

const names = (source: string, language: Language) => variablesRead(codeLines(source, language), language).map(({ name }) => name);

describe("a module", () => {
  test("holds no absolute path, but a URL, a device and a comment are none", () => {
    expect(rules('const a = "/home/me/x";\nconst b = `/tmp`;\nconst c = "C:\\\\x";', "module")).toEqual([
      "1 absolute_path",
      "2 absolute_path",
      "3 absolute_path",
    ]);
    expect(
      rules('// "/home/me"\n/* "/usr/bin" */\nconst a = "https://x.example/tmp/";\nconst b = "/dev/null";\nconst c = "/usage";', "module"),
    ).toEqual([]);
  });

  test("relies on no process folder and does not end the process", () => {
    expect(rules('import { cwd } from "node:process";\nprocess.cwd();\nprocess.exit(1);', "module")).toEqual([
      "1 cwd_reliance",
      "2 cwd_reliance",
      "3 process_exit",
    ]);
    expect(rules('process.cwd();\nprocess.exit(1);\nconst x = "/usr/x";', "node")).toEqual([]);
  });
});

describe("a variable that is read", () => {
  test("is found in each language, but not in comments and other programs' text", () => {
    expect(names("process.env.A_B; env['C']; context.env.D ?? 1; // env.E\nenv.F = 1;", "module")).toEqual(["A_B", "D", "C"]);
    expect(names('os.environ["A"]\nos.environ.get("B")\nos.getenv("C", 1)\n# os.environ["D"]\nos.environ["E"] = 1', "python")).toEqual([
      "A",
      "B",
      "C",
    ]);
    expect(
      names(`echo "$A ${"${B:-x}"} \\$C" '$D' # $E\nF=1\necho $F $RANDOM\nfor G in 1; do echo $G; done\nread -r H\necho $H`, "shell"),
    ).toEqual(["B", "A"]);
  });

  test("is a fault undeclared, and a warning where the code has a default", () => {
    expect(rules("echo $API_TOKEN", "shell")).toEqual(["1 env_undeclared"]);
    expect(rules("echo ${API_TOKEN-none}", "shell")).toEqual(["1 env_read_undeclared"]);
    expect(rules("echo $API_TOKEN $HOME $ARG_LIMIT $TOOL_ARGS $LC_ALL", "shell", { env: [{ name: "API_TOKEN" }] })).toEqual([]);
    expect(rules("echo $DOCS", "shell", { side_effects: [parseEffect("reads ${DOCS}/x")] })).toEqual([]);
    expect(rules("echo $ANYTHING", "shell", { env: [{ name: "*" }] })).toEqual([]);
  });
});

test("code that writes under a header that declares no change is doubted", () => {
  expect(rules("set -eu\nrm -rf x", "shell")).toEqual(["2 effect_suspected"]);
  expect(rules('writeFileSync("x", "")', "module")).toEqual(["1 effect_suspected"]);
  expect(rules('open("x", "w")', "python")).toEqual(["1 effect_suspected"]);
  expect(rules('open("x", "r")', "python")).toEqual([]);
  expect(rules("rm x", "shell", { side_effects: [parseEffect("deletes x")] })).toEqual([]);
});
