import { describe, expect, test } from "vitest";
import { moduleTool, project } from "../../support/project.ts";
import { run } from "../../support/run.ts";

// Lines are counted from the end of the header, so that the tests need not know its length.
const CODE = `type Thing = { deep?: { name: string } };

import { nameOf } from "./support/name-of.ts";

export const run = async (args: { how: string }): Promise<unknown> => {
  const thing: Thing = {};
  if (args.how === "print") return new Error("printed").stack;
  if (args.how === "own") {
    Error.prepareStackTrace = () => "own";
    return new Error("printed").stack;
  }
  await Promise.resolve();
  return nameOf(thing.deep as { name: string });
};`;
const tool = moduleTool("show", "stack", CODE, ["@option {string} how - How."]);
const lineOf = (text: string) => tool.split("\n").findIndex((line) => line.includes(text)) + 1;
const files = {
  "lib/show-stack.ts": tool,
  "lib/support/name-of.ts": "\n\nexport function nameOf(thing: { name: string }): string {\n  return thing.name;\n}\n",
};

describe("the stack of a compiled tool", () => {
  test("names the lines of its sources, of each file that went in, at the first call and from the cache", async () => {
    const { root, wrapper } = project(files);
    for (const _ of ["compiled", "kept"]) {
      const { stdout } = await run(wrapper, ["show", "stack", "--how", "throw", "--json"]);
      const { error } = JSON.parse(stdout);
      expect(error.message).toContain("(lib/support/name-of.ts:4)");
      expect(error.detail.stack[1]).toContain(`nameOf (${root}/lib/support/name-of.ts:4:16)`);
      expect(error.detail.stack[2]).toContain(`${root}/lib/show-stack.ts:${lineOf("return nameOf")}:`);
    }
  });

  test("is told the same way to the tool itself, unless it has a way of its own", async () => {
    const { root, wrapper } = project(files);
    const printed = await run(wrapper, ["show", "stack", "--how", "print"]);
    expect(printed.stdout.split("\n").slice(0, 2)).toEqual([
      "Error: printed",
      expect.stringMatching(new RegExp(`^    at .*\\(.*/lib/show-stack\\.ts:${lineOf('"print"')}:\\d+\\)$`)),
    ]);
    expect(printed.stdout).toContain(root);
    expect((await run(wrapper, ["show", "stack", "--how", "own"])).stdout).toBe("own\n");
  });
});
