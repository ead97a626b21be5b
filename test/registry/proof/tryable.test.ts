import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseEffect } from "../../../registry/plan/effect.ts";
import { notTryable } from "../../../registry/proof/tryable.ts";
import { scratch } from "../../support/project.ts";
import { sampleEntry } from "../sample-entry.ts";

test("only what stays in the scratch folder is tried, by the effects of just this call", () => {
  const folder = scratch();
  symlinkSync("/usr", join(folder, "out"));
  const why = (effects: readonly string[], given: Record<string, unknown> = {}, risk?: "high") =>
    notTryable(
      sampleEntry({
        side_effects: effects.map(parseEffect),
        options: [{ name: "force", type: "boolean", list: false, required: false }],
        ...(risk && { risk }),
      }),
      given,
      { HOME: "/home/somebody", TMPDIR: join(folder, "tmp") },
      folder,
      folder,
    );
  expect(
    why(["reads /etc/passwd", "writes a", "deletes b", "process git", "network read x.example", "writes ${TMPDIR}/x"]),
  ).toBeUndefined();
  expect(why(["--force: external aws deploy"])).toBeUndefined();
  expect(why(["--force: external aws deploy"], { force: true })).toContain("external aws deploy");
  for (const effect of [
    "network write x.example",
    "changes whatever it likes",
    "writes ${HOME}/x",
    "writes ../x",
    "writes out/x",
    "writes ${UNSET}/x",
  ]) {
    expect(why([effect])).toContain(effect);
  }
  expect(why([], {}, "high")).toContain("risk: high");
});
