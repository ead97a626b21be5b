import { expect, it } from "vitest";
import { GLOBAL_OPTIONS } from "../../../registry/grammar/global-options.ts";
import { RESERVED_LETTERS, RESERVED_OPTIONS } from "../../../registry/tool-meta/reserved.ts";

it("the reserved names and letters are those of the global options", () => {
  expect([...RESERVED_OPTIONS].sort()).toEqual(GLOBAL_OPTIONS.map(({ name }) => name).sort());
  expect([...RESERVED_LETTERS].sort()).toEqual(
    GLOBAL_OPTIONS.flatMap((option) => ("short" in option && option.short !== undefined ? [option.short] : [])).sort(),
  );
});
