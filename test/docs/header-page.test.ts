import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseHeader } from "../../registry/tool-meta/parse.ts";
import { readToolFile } from "../../registry/tool-meta/read.ts";
import { HeaderSchema } from "../../registry/tool-meta/schema.ts";
import { ROOT } from "../support/scratch-repository.ts";

const page = readFileSync(join(ROOT, "docs/patterns/header.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "nichekit-header-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function parsed(name: string, text: string | undefined) {
  const file = join(folder, name);
  writeFileSync(file, text ?? "");
  const { header } = readToolFile(file, name);
  const result = header && parseHeader(header, { shown: name, stem: "note-search" });
  if (!result?.ok) throw new Error(JSON.stringify(result?.problems ?? "no header"));
  expect(result.warnings).toEqual([]);
  return result.meta;
}

const yaml = parsed("note-search.sh", /<<'TOOL'\n(#!.*?)\nTOOL\n/s.exec(page)?.[1]);
const tags = parsed("note-search.ts", /```ts\n(\/\*\*.*?)\n```/s.exec(page)?.[1]);

test("the two headers of docs/patterns/header.md are the same tool", () => {
  expect(tags).toEqual(yaml);
});

test("every key of a header stands in both, or in the page's table", () => {
  const shown = Object.keys(yaml);
  const missing = Object.keys(HeaderSchema.shape).filter((key) => !shown.includes(key) && !page.includes(`| \`${key}\``));
  expect(missing).toEqual([]);
});
