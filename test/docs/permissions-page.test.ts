import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EffectRow } from "../../registry/catalog/descriptor.ts";
import { PERMISSION_MODES } from "../../registry/permission/mode.ts";
import { permit } from "../../registry/permission/permit.ts";
import { NO_RULES } from "../../registry/permission/rules.ts";
import { authorityPage } from "../../scripts/authority-page.ts";
import { target } from "../registry/permission/target.ts";
import { ROOT } from "../support/scratch-repository.ts";

const ROWS: readonly (readonly [EffectRow, string])[] = [
  ["reads", "none, `reads`"],
  ["network-read", "`network read`"],
  ["writes", "`writes`, `creates` in the project, `process`"],
  ["deletes", "`deletes` in the project"],
  ["outside", "outside the project, `network write`, `external`, prose"],
];

test.each([
  ["without a rule", "effect of the call", NO_RULES],
  ["with an allow rule", "effect of the call, allowed by a rule", { ...NO_RULES, allow: ["local__repo-run"] }],
])("docs/patterns/permissions.md shows what the gate answers %s", (_, head, rules) => {
  const rows = ROWS.map(([row, told]) => {
    const answers = PERMISSION_MODES.map((mode) => permit(target({}), row, mode, rules, { channel: "library", own: true }).answer);
    return `| ${[told, ...answers].join(" | ")} |`;
  });
  const table = [`| ${[head, ...PERMISSION_MODES].join(" | ")} |`, "| --- | --- | --- | --- |", ...rows].join("\n");
  expect(readFileSync(join(ROOT, "docs/patterns/permissions.md"), "utf8")).toContain(`\n${table}\n\n`);
});

test("docs/authority.md is what the table gives", async () => {
  await expect(authorityPage()).toMatchFileSnapshot("../../docs/authority.md");
});
