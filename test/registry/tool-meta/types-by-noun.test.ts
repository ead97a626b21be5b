import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toolId } from "../../../registry/entry.ts";
import { typesByNoun } from "../../../registry/tool-meta/types-by-noun.ts";
import { typesFile } from "../../../registry/tool-meta/types-file.ts";
import { sampleEntry } from "../sample-entry.ts";

const name = fc.constantFrom("a", "a-b", "a-b-c", "a0", "b", "docs");
const tools = fc
  .uniqueArray(fc.record({ noun: name, verb: name, summary: fc.string() }), {
    selector: ({ noun, verb }) => toolId(noun, verb),
    maxLength: 12,
  })
  .map((all) => all.map((more) => ({ ...sampleEntry(more), id: toolId(more.noun, more.verb) })).sort((a, b) => (a.id < b.id ? -1 : 1)));

function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, at) => text.slice(places[at], end));
}

describe("the types noun by noun", () => {
  test("are the text of all tools, whatever pieces it comes in", () => {
    fc.assert(
      fc.property(tools, fc.array(fc.nat()), (all, cuts) => {
        const types = typesByNoun(true);
        for (const tool of all) types.add(tool);
        const text = typesFile(all);
        expect(types.text()).toBe(text);
        expect(types.is(cutAt(text, cuts))).toBe(true);
        // Asked once more, it answers the same.
        expect(types.is([text])).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("are no other text", () => {
    fc.assert(
      fc.property(tools, fc.nat(), fc.constantFrom("", "x", "\n", "é"), fc.nat(2), (all, at, put, taken) => {
        const types = typesByNoun();
        for (const tool of all) types.add(tool);
        const text = typesFile(all);
        const place = at % (text.length + 1);
        const other = text.slice(0, place) + put + text.slice(place + taken);
        expect(types.is([other])).toBe(other === text);
      }),
      { numRuns: 500 },
    );
  });
});
