import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../support/scratch-repository.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const page = read("docs/patterns/library.md");

/** The members that an interface declares in its own body. */
function members(file: string, name: string): readonly string[] {
  const [, body] = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n(.*?)^\\}`, "ms").exec(read(file)) ?? [];
  const found = [...(body ?? "").matchAll(/^ {2}(?:readonly )?(\w+)[?:(]/gm)].map(([, member]) => member as string);
  if (found.length === 0) throw new Error(`no interface ${name} in ${file}`);
  return found;
}

test.each([
  ["dispatcher/harness/harness.ts", "HarnessOptions"],
  ["dispatcher/harness/harness.ts", "TurnInput"],
  ["dispatcher/harness/harness.ts", "Turn"],
  ["dispatcher/harness/harness.ts", "Observation"],
  ["registry/discovery/rendered-turn.ts", "RenderedTurn"],
])("docs/patterns/library.md has every member of %s %s", (file, name) => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  const told = new Set(rows.flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`(\w+)/g)].map(([, word]) => word)));
  expect(members(file, name).filter((member) => !told.has(member))).toEqual([]);
});

test("and the defaults of openHarness as they are", () => {
  const source = read("dispatcher/harness/open-harness.ts");
  const constant = (name: string) => Number(new RegExp(`^const ${name} = ([\\d_]+);`, "m").exec(source)?.[1]?.replaceAll("_", ""));
  expect(page).toContain(`| bytes of one observation, data or error | ${constant("MAX_BYTES").toLocaleString("en")} |`);
  expect(page).toContain(`| seconds that one call may take | ${constant("TIMEOUT_SECONDS")} |`);
});
