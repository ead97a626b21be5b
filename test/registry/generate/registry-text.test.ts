import { expect, test } from "vitest";
import { entryText, headText, registryHead, registryText, tailText } from "../../../registry/generate/registry-text.ts";
import { sampleEntry } from "../sample-entry.ts";

test.each([0, 1, 3])("the text of a registry of %i tools, made part by part, is that of the whole", (count) => {
  const tools = Array.from({ length: count }, (_, at) => sampleEntry({ noun: "docs", verb: `fetch-${at}` }));
  for (const provides of [[], [{ needs: "a", precondition: "b exists", provider: "c" }]]) {
    const whole = `${JSON.stringify({ ...registryHead(), tools, graph: { provides } }, null, 2)}\n`;
    expect(registryText(tools.map(entryText), { provides })).toBe(whole);
    if (count > 0) expect(`${headText()}${tools.map(entryText).join(",\n")}\n${tailText({ provides })}`).toBe(whole);
  }
});
