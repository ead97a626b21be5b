import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A project whose tests fail for a fault in packages/ui, with two skills. */
export function failingProject(more: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "nichekit-chain-")));
  for (const [path, text] of Object.entries({ ...FILES, ...more })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

export const FAULT = 'n + " item"';
export const MENDED = 'n + (n === 1 ? " item" : " items")';

const FILES: Readonly<Record<string, string>> = {
  "niche.json": "{}\n",
  "package.json": `${JSON.stringify({ name: "shop", private: true, type: "module", scripts: { test: "node --test packages/" } }, null, 2)}\n`,
  "packages/ui/label.js": `export const label = (n) => ${FAULT};\n`,
  "packages/ui/label.test.js": [
    'import { test } from "node:test";',
    'import assert from "node:assert";',
    'import { label } from "./label.js";',
    'test("label counts", () => {',
    '  assert.equal(label(1), "1 item");',
    '  assert.equal(label(2), "2 items");',
    "});",
    "",
  ].join("\n"),
  "packages/api/total.js": "export const total = (list) => list.length;\n",
  ".agents/skills/test-fix/SKILL.md": [
    "---",
    "name: test-fix",
    "description: Find out why tests fail and fix the cause. Use when a test suite is red.",
    "allowed-tools: Read Grep Edit",
    "---",
    "THE-BODY-OF-TEST-FIX. Run the tests, read what they name, mend the source and never the test.",
    "",
  ].join("\n"),
  ".agents/skills/frontend-component/SKILL.md": [
    "---",
    "name: frontend-component",
    "description: How components of the shop's pages are written.",
    "metadata:",
    '  paths: "packages/ui/**"',
    "---",
    "THE-BODY-OF-FRONTEND-COMPONENT. Texts follow the number they count.",
    "",
  ].join("\n"),
};
