import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonData } from "../../../dispatcher/runner/json-data.ts";

describe("what a tool returned", () => {
  it("is the same value, uncopied, where it is plain JSON data", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { data, notes } = jsonData(value);
        expect(data).toBe(value);
        expect(notes).toEqual([]);
      }),
    );
  });

  it("is what JSON makes of it, where it is not", () => {
    class Point {
      readonly #hidden = 1;
      x = 2;
      get hidden() {
        return this.#hidden;
      }
    }
    const value = { at: new Date(0), where: new URL("file:///a"), point: new Point(), none: undefined, list: [undefined] };
    expect(jsonData(value).data).toStrictEqual({ at: "1970-01-01T00:00:00.000Z", where: "file:///a", point: { x: 2 }, list: [null] });
    expect(jsonData(undefined)).toEqual({ data: null, notes: [] });
  });

  it("may hold one object twice, which is no circle", () => {
    const shared = { a: 1 };
    expect(jsonData([shared, { shared }]).data).toEqual([{ a: 1 }, { shared: { a: 1 } }]);
  });

  it.each([
    [[1, { "a b": 10n }], "the data[1].a b is a BigInt (10n)"],
    [() => 1, "the data is a function"],
    [{ s: Symbol("x") }, "the data.s is a symbol"],
    [new Set(), "the data is a Set"],
    [{ toJSON: () => ({ n: 1n }) }, "the data.n is a BigInt (1n)"],
  ])("is refused with the place of what JSON cannot carry (case %#)", (value, message) => {
    expect(() => jsonData(value)).toThrow(message);
  });

  it("is refused, not a crash, when it is nested too deeply", () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(() => jsonData(deep)).toThrow("the data is nested too deeply");
  });
});
