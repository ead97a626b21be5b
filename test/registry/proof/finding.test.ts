import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countBySeverity, finding, RULES, sortedFindings } from "../../../registry/proof/finding.ts";
import { notAsDeclared } from "../../../registry/proof/refuse.ts";
import { repository } from "../../support/project.ts";

const at = (file: string, line: number) => ({ tool: "a b", file, line });

test("findings are told once, by file, the gravest first", () => {
  const all = [
    finding(at("b.sh", 1), "not_tried", "m", "i"),
    finding(at("a.sh", 9), "effect_suspected", "m", "i"),
    finding(at("a.sh", 5), "error_form", "m", "i"),
    finding(at("a.sh", 5), "error_form", "m", "i"),
    finding(at("a.sh", 2), "error_form", "m", "i"),
  ];
  const sorted = sortedFindings(all);
  expect(sorted.map(({ file, line, rule }) => `${file}:${line} ${rule}`)).toEqual([
    "a.sh:2 error_form",
    "a.sh:5 error_form",
    "a.sh:9 effect_suspected",
    "b.sh:1 not_tried",
  ]);
  expect(countBySeverity(sorted)).toEqual({ faults: 2, warnings: 1, notes: 1 });
});

test("the error of faults says each place and what to write there, then the command that checks again", () => {
  const error = notAsDeclared([finding(at("a.sh", 5), "error_form", "It fails", "Write\n a Fix")], "acme tool lint", { findings: [] });
  expect([error.layer, error.recoverable]).toEqual(["precondition", "yes"]);
  expect(error.fix).toEqual(["# a.sh:5: Write a Fix", "acme tool lint"]);
});

test("every rule says what it holds a tool to, and stands so in the documents", () => {
  const page = readFileSync(join(repository, "docs/patterns/verify-a-tool.md"), "utf8");
  const rows = Object.entries(RULES).map(([rule, [severity, text]]) => `| \`${rule}\` | ${severity} | ${text} |`);
  expect(page.split("\n").filter((line) => line.startsWith("| `"))).toEqual(rows);
});
