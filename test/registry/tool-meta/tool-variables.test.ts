import { expect, test } from "vitest";
import { toolEnvironment } from "../../../dispatcher/pipeline/environment.ts";
import { parseEffect } from "../../../registry/plan/effect.ts";
import { parsePrecondition } from "../../../registry/plan/precondition.ts";
import { toolVariables } from "../../../registry/tool-meta/tool-variables.ts";

const caller = { PATH: "/bin", LC_ALL: "C", DIR: "/d", TARGET: "t", OUT: "/o", SECRET: "s", BASH_ENV: "x" };

test("a tool gets the base set, LC_*, what it declares, and what its preconditions and side effects name", () => {
  const meta = {
    env: [{ name: "DIR" }],
    preconditions: [parsePrecondition("TARGET is set")],
    side_effects: [parseEffect("writes ${OUT}/x")],
  };
  expect(toolEnvironment(meta, caller)).toEqual({ PATH: "/bin", LC_ALL: "C", DIR: "/d", TARGET: "t", OUT: "/o" });
  expect(toolVariables(meta).has("SECRET")).toBe(false);
});

test("`*` declares all that the caller has", () => {
  expect(toolEnvironment({ env: [{ name: "*" }], preconditions: [], side_effects: [] }, caller)).toEqual(caller);
});
