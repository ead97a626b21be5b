import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_SHARED_NOUNS, DEFAULT_TOOL_PATH } from "../../registry/project/project.ts";
import { ROOT } from "../support/scratch-repository.ts";

const page = readFileSync(join(ROOT, "docs/patterns/subject-wrapper.md"), "utf8");
const schema = JSON.parse(readFileSync(join(ROOT, "dist/schemas/settings.schema.json"), "utf8")) as { properties: object };

test("docs/patterns/subject-wrapper.md has every key of niche.json, and the defaults as they are", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  const told = rows.map((line) => /^\| `(\w+)`/.exec(line)?.[1]);
  expect(Object.keys(schema.properties).filter((key) => key !== "$schema" && !told.includes(key))).toEqual([]);
  const nouns = DEFAULT_SHARED_NOUNS.map((noun) => `\`${noun}\``).join(", ");
  expect(rows.find((line) => line.startsWith("| `shared_nouns`"))).toContain(`| ${nouns} |`);
  expect(rows.find((line) => line.startsWith("| `tool_path`"))).toContain(
    `| \`${JSON.stringify(DEFAULT_TOOL_PATH).replace(",", ", ")}\` |`,
  );
});
