import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { cutEntry } from "../../../registry/project/cut-entry.ts";

const folder = mkdtempSync(join(tmpdir(), "niche-cut-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function cut(text: string, id: string) {
  const file = join(folder, "registry.json");
  writeFileSync(file, text);
  const found = cutEntry(file, id);
  return Buffer.isBuffer(found) ? found.toString() : found;
}
const entry = (at: number, size: number) => ({ id: `local__t-${at}`, summary: "é".repeat(size), nested: { id: "local__none" } });
const written = (tools: readonly object[]) => `${JSON.stringify({ version: 1, tools, graph: { provides: [] } }, null, 2)}\n`;

describe("an entry cut out of a registry", () => {
  test("is the very bytes, wherever in the file it stands and however long it is", () => {
    const tools = Array.from({ length: 150 }, (_, at) => entry(at, at === 75 ? 200_000 : (at * 97) % 3_000));
    const text = written(tools);
    for (const [at, tool] of tools.entries()) {
      const own = JSON.stringify([[tool]], null, 2).slice(5, -6);
      expect(text).toContain(own);
      if (cut(text, `local__t-${at}`) !== own) expect.unreachable(`local__t-${at}`);
    }
    expect(cut(text, "local__none")).toBe("none");
    expect(cut(text, "local__t-1000")).toBe("none");
  });

  test("is not taken out of one with a merge-conflict marker, before or behind it", () => {
    const text = written(Array.from({ length: 200 }, (_, at) => entry(at, 1_000)));
    for (const id of ["local__t-0", "local__t-150", "local__gone"]) {
      for (const at of [text.indexOf("\n"), Math.floor(text.length / 2), text.length - 1]) {
        const line = text.indexOf("\n", at);
        expect(cut(`${text.slice(0, line)}\n<<<<<<< ours${text.slice(line)}`, id)).toBe("other");
      }
    }
  });

  test.each([
    ["in other spacing", JSON.stringify(JSON.parse(written([entry(0, 1)])))],
    ["with CRLF", written([entry(0, 1)]).replaceAll("\n", "\r\n")],
    ["with a BOM", `\uFEFF${written([entry(0, 1)])}`],
    ["cut at its end", written([entry(0, 1)]).slice(0, -2)],
    ["without tools", written([])],
    ["empty", ""],
  ])("is not told of a registry %s: neither that it is there nor that it is not", (_, text) => {
    expect(cut(text, "local__gone")).toBe("other");
  });
});
