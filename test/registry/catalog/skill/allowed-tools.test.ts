import { describe, expect, test } from "vitest";
import { allowedTools } from "../../../../registry/catalog/skill/allowed-tools.ts";
import { parseFrontmatter } from "../../../../registry/catalog/skill/frontmatter.ts";

async function read(lines: string) {
  const parsed = await parseFrontmatter(lines);
  if (!parsed.ok) return parsed.fault;
  return allowedTools(parsed.fields.get("allowed-tools"), parsed.fields.source);
}

describe("allowedTools", () => {
  const same = ["Bash(git add, git commit)", "Read"];
  test.each([
    ["with a blank between", "allowed-tools: Bash(git add, git commit) Read"],
    ["with a comma between", "allowed-tools: Bash(git add, git commit), Read"],
    ["in quotes", 'allowed-tools: "Bash(git add, git commit), Read"'],
    ["a YAML list", "allowed-tools:\n  - Bash(git add, git commit)\n  - Read"],
    ["a flow list, which YAML cuts at the comma in brackets", "allowed-tools: [Bash(git add, git commit), Read]"],
    ["a flow list in quotes", 'allowed-tools: ["Bash(git add, git commit)", "Read"]'],
    ["square brackets in a text", 'allowed-tools: "[Bash(git add, git commit), Read]"'],
    ["a literal block, a line each", "allowed-tools: |\n  Bash(git add, git commit)\n  Read"],
    ["a literal block with dashes", "allowed-tools: |\n  - Bash(git add, git commit)\n  - Read"],
    ["a folded block with commas", "allowed-tools: >\n  Bash(git add, git commit),\n  Read"],
    ["a blank before the bracket", "allowed-tools: Bash (git add, git commit) Read"],
    ["words in quotes in a text", `allowed-tools: '"Bash(git add, git commit)", "Read"'`],
  ])("%s: the same grants", async (_, lines) => {
    expect(await read(lines)).toEqual({ ok: true, tools: same });
  });

  test("a flow list keeps the spelling inside the brackets, with a blank behind the comma or without", async () => {
    expect(await read("allowed-tools: [Bash(cut -d,-f1), Read]")).toEqual({ ok: true, tools: ["Bash(cut -d,-f1)", "Read"] });
  });

  test("absent or empty, nothing is proposed", async () => {
    expect(allowedTools(undefined, "")).toEqual({ ok: true, tools: [] });
    expect(await read("allowed-tools:")).toEqual({ ok: true, tools: [] });
  });

  test("a map, or a list with one in it, is an error that names the type, and no empty list", async () => {
    expect(await read("allowed-tools:\n  Bash: git")).toEqual({ ok: false, type: "a map" });
    expect(await read("allowed-tools:\n  - Bash(git: status)\n  - Read")).toEqual({ ok: false, type: "a list with a map in it" });
  });

  test("a bracket that never closes swallows what follows, and is told", async () => {
    expect(await read("allowed-tools: Bash(git add Read")).toEqual({
      ok: true,
      tools: ["Bash(git add Read"],
      unclosed: "Bash(git add Read",
    });
  });

  test("nested brackets belong to the grant", async () => {
    expect(await read("allowed-tools: Bash(echo $(date), x) Read")).toEqual({ ok: true, tools: ["Bash(echo $(date), x)", "Read"] });
  });
});
