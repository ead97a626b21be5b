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

test("the error of faults says each place and what to write there; its Fix is the command that checks again", () => {
  const error = notAsDeclared([finding(at("a.sh", 5), "error_form", "It fails", "Write\n a Fix")], "acme tool lint", { findings: [] });
  expect(error.message).toBe("1 promise of a header does not hold:\na.sh:5: fault: error_form: It fails\n    → Write a Fix");
  expect(error.fix).toEqual(["acme tool lint"]);
});

test("who runs the Fix and calls again on exit 1 is not sent round in a circle: no command mends a header", () => {
  const many = Array.from({ length: 12 }, (_, line) => finding(at("a.sh", line + 1), "error_form", "It fails", "Write a Fix"));
  const error = notAsDeclared(many, "acme tool lint", {});
  expect([error.layer, error.recoverable]).toEqual(["precondition", "no"]);
  expect(error.message.split("\n").at(-1)).toBe("and 2 more");
  expect(error.message).toMatch(/^12 promises of headers do not hold:\n/);
});

test("every rule says what it holds a tool to, and stands so in the documents", () => {
  const page = readFileSync(join(repository, "docs/patterns/verify-a-tool.md"), "utf8");
  const rows = Object.entries(RULES).map(([rule, [severity, text]]) => `| \`${rule}\` | ${severity} | ${text} |`);
  expect(page.split("\n").filter((line) => line.startsWith("| `"))).toEqual(rows);
});
