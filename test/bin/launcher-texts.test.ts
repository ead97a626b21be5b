import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LAUNCHER } from "../../registry/error/catalogue/launcher.ts";
import { CATALOGUE } from "../../registry/error/catalogue.ts";
import { exitCodeOf } from "../../registry/error/tool-error.ts";
import { repository } from "../support/project.ts";

const text = (file: string) => readFileSync(join(repository, file), "utf8");

test("what the launcher tells in Bash is the catalogue's: code, layer, recoverable, exit code", () => {
  const calls = [...text("bin/niche-dispatch").matchAll(/\bfail (\w+) (\w+) ([\w-]+) (\d)/g)].map(([, code, layer, recoverable, exit]) => ({
    code,
    layer,
    recoverable,
    exit: Number(exit),
  }));
  expect(calls.length).toBeGreaterThan(5);
  for (const { code, ...told } of calls) {
    const entry = CATALOGUE[code as keyof typeof CATALOGUE];
    expect([code, told]).toEqual([code, { layer: entry.layer, recoverable: entry.recoverable, exit: exitCodeOf(entry) }]);
  }
  const codes = new Set([...calls.map(({ code }) => code), "nichekit_missing", "node_too_old"]);
  expect(Object.keys(LAUNCHER).filter((code) => !codes.has(code))).toEqual([]);
});

test.each(["bin/myproject", "scripts/dispatcher.sh"])("%s tells that nichekit is missing in the catalogue's words", (file) => {
  expect(text(file)).toContain(`Error: ${LAUNCHER.nichekit_missing.message}\\n  [LAYER: precondition] [RECOVERABLE: yes]`);
  expect(text(file)).toContain('"code":"nichekit_missing","layer":"precondition","recoverable":"yes"');
});
