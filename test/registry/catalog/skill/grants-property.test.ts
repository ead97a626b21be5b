import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFrontmatter } from "../../../../registry/catalog/skill/frontmatter.ts";
import { skillCard } from "../../../../registry/catalog/skill/skill-card.ts";

const HEAD = { text: "", bodyAt: 0, size: 0, stamp: "" };
const ORIGIN = { scope: "project", folderNames: ["kit"], folder: "kit" } as const;

/** What people write unquoted, and what YAML takes for something else. */
const words = fc.array(
  fc.constantFrom(
    "Prepare",
    "kit:",
    "it's",
    '"all"',
    "[Beta]",
    "{x}",
    "*bold*",
    "&",
    "#1",
    "- item",
    "a: b",
    "|",
    ">",
    "%",
    "@team",
    "!",
    "日本語",
    "?",
    "''",
    "allowed-tools:",
    "~",
  ),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const lines = fc.array(words, { minLength: 1, maxLength: 3 });

test("whatever stands in the other texts, a skill has the grants that it wrote, or it is left out with an error", async () => {
  const grants = fc.constantFrom(
    ["Read", ["Read"]],
    ["Bash(git add, git commit), Read", ["Bash(git add, git commit)", "Read"]],
    ["[Bash(git add, git commit), Read]", ["Bash(git add, git commit)", "Read"]],
    ["Bash(git: status)", ["Bash(git: status)"]],
    ["\n  - Read\n  - Grep", ["Read", "Grep"]],
    ["|\n  Read\n  Grep", ["Read", "Grep"]],
  ) as fc.Arbitrary<[string, string[]]>;
  await fc.assert(
    fc.asyncProperty(lines, lines, grants, fc.boolean(), async (description, license, [written, expected], first) => {
      const text = (all: readonly (readonly string[])[]) => all.map((line) => line.join(" ")).join("\n  ");
      const keys = ["name: kit", `description: ${text(description)}`, `license: ${text(license)}`];
      const limit = `allowed-tools: ${written}`;
      const parsed = await parseFrontmatter((first ? [limit, ...keys] : [...keys, limit]).join("\n"));
      if (!parsed.ok) {
        expect(parsed.fault.severity).toBe("error");
        return;
      }
      const { card, faults } = skillCard(parsed.fields, HEAD, ORIGIN);
      if (card === undefined) expect(faults.some(({ severity }) => severity === "error")).toBe(true);
      else expect(card.execution?.allowedTools).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
