import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildIndex } from "../../../../registry/discovery/search/index-cards.ts";
import { keptIndex } from "../../../../registry/discovery/search/kept-index.ts";
import { scratch } from "../../../support/project.ts";
import { card } from "../cards.ts";

const CARDS = [card("local__a-a"), card("local__b-b")];
const never = { digest: "d", cards: () => expect.fail("built anew") };

test("what one process built, the next reads, as long as the catalog is the same", () => {
  const folder = join(scratch(), "not yet there");
  expect(keptIndex({ digest: "d", cards: () => CARDS }, folder)).toEqual(buildIndex(CARDS));
  expect(keptIndex(never, folder)).toEqual(buildIndex(CARDS));
  expect(keptIndex({ digest: "e", cards: () => CARDS.slice(1) }, folder).ids).toEqual(["local__b-b"]);
});

test("a damaged file is written anew", () => {
  const folder = scratch();
  keptIndex({ digest: "d", cards: () => CARDS }, folder);
  const file = join(folder, "search.index");
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, 100));
  expect(keptIndex({ digest: "d", cards: () => CARDS }, folder).ids).toEqual(CARDS.map(({ id }) => id));
  expect(readFileSync(file)).toEqual(whole);
});

test("without a folder, or with one that cannot be made, it is built", () => {
  const folder = scratch();
  const taken = join(folder, "a file");
  writeFileSync(taken, "");
  for (const place of [undefined, taken]) expect(keptIndex({ digest: "d", cards: () => CARDS }, place)).toEqual(buildIndex(CARDS));
  expect(existsSync(join(taken, "search.index"))).toBe(false);
});
