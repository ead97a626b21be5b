import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordExample } from "../../scripts/example-session.ts";
import { scratch } from "../support/project.ts";
import { ROOT } from "../support/scratch-repository.ts";

const FOLDER = join(ROOT, "docs/examples/session");

/** `npx vitest run test/docs/example-session.test.ts --update` records it anew where the policy was meant to change. */
test("docs/examples/session is what the policy gives, byte for byte", async () => {
  const folder = join(scratch(), "session");
  mkdirSync(folder);
  recordExample(folder);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name).slice(folder.length + 1))
    .sort();
  for (const name of names) await expect(readFileSync(join(folder, name), "utf8")).toMatchFileSnapshot(join(FOLDER, name));
  const kept = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((item) => item.isFile());
  expect(kept.map((item) => join(item.parentPath, item.name).slice(FOLDER.length + 1)).sort()).toEqual(names);
});
