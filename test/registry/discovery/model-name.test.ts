import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idOfModelName, modelName } from "../../../registry/discovery/model-name.ts";

describe("modelName", () => {
  test("is the name that models know from elsewhere, where there is one", () => {
    expect(modelName("local__capability-search")).toBe("ToolSearch");
    expect(modelName("local__skill-search")).toBe("SkillSearch");
    expect(modelName("local__skill-load")).toBe("load_skill");
  });

  test("is the id itself where the APIs take it", () => expect(modelName("local__docs-fetch")).toBe("local__docs-fetch"));

  test("of a longer id, or one with other characters, is a name the APIs take, and another one for every id", () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 120 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(ids, (some) => {
        const names = some.map(modelName);
        expect(new Set(names).size).toBe(some.length);
        for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        for (const id of some) expect(idOfModelName(modelName(id), some)).toBe(id);
      }),
    );
  });

  test("a bare name stands for nothing", () => {
    expect(idOfModelName("docs-fetch", ["local__docs-fetch"])).toBeUndefined();
    expect(idOfModelName("search", ["mcp__a__search", "mcp__b__search"])).toBeUndefined();
  });
});
