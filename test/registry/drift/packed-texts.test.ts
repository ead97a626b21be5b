import fc from "fast-check";
import { expect, test } from "vitest";
import { packedTexts } from "../../../registry/drift/packed-texts.ts";

test("packed texts come out as they went in, in their order, as often as they are asked for", () => {
  const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "x".repeat(65_536), "道".repeat(30_000), "y".repeat(200_000)));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      const packed = packedTexts();
      for (const one of texts) packed.add(one);
      const whole = texts.map((one) => Buffer.from(one).toString());
      expect([...packed].join("\0") === whole.join("\0") && [...packed].length === texts.length).toBe(true);
    }),
    { numRuns: 100 },
  );
});
