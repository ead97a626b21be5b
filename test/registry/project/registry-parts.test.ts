import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type RegistryPart, registryParts } from "../../../registry/project/registry-parts.ts";

const folder = mkdtempSync(join(tmpdir(), "niche-parts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function parts(text: string): RegistryPart[] {
  const file = join(folder, "registry.json");
  writeFileSync(file, text);
  return [...registryParts(file)];
}
const entry = (id: string, more: object = {}) => ({ id, summary: `{\n    }, "tools": [ of ${id}`, ...more });
const written = (...tools: object[]) =>
  `${JSON.stringify({ version: 1, tools, graph: { provides: [{ needs: "a", provider: "b" }] } }, null, 2)}\n`;

describe("the parts of a registry", () => {
  test.each([1, 2, 40])("as it is written, of %i tools, are its head, every entry and its tail", (count) => {
    const tools = Array.from({ length: count }, (_, at) =>
      entry(`local__t-${at}`, { nested: [{ deep: ["}"] }], text: "x".repeat(at * 400) }),
    );
    const text = written(...tools);
    const [head, ...rest] = parts(text);
    const tail = rest.pop();
    expect([head?.kind, tail?.kind]).toEqual(["head", "tail"]);
    expect(rest.map((part) => part.kind === "entry" && JSON.parse(part.text))).toEqual(tools);
    const texts = [head, ...rest, tail].map((part) => (part && "text" in part ? part.text : ""));
    expect(`${texts[0]}${texts.slice(1, -1).join(",\n")}\n${texts.at(-1)}`).toBe(text);
  });

  test.each([
    ["without a tool", written()],
    ["in other spacing", JSON.stringify(JSON.parse(written(entry("a"))))],
    ["with a line between two entries", written(entry("a"), entry("b")).replace("    },\n", "    },\n<<<<<<< ours\n")],
    ["cut in an entry", written(entry("a"), entry("b")).slice(0, -180)],
    ["cut behind an entry", written(entry("a")).split("\n  ]")[0] ?? ""],
    ["empty", ""],
  ])("of one %s end by saying so", (_, text) => expect(parts(text).at(-1)).toEqual({ kind: "other" }));
});
