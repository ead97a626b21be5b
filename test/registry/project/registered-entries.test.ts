import { describe, expect, onTestFinished, test } from "vitest";
import { registryOf } from "../../../registry/project/registered.ts";
import { registeredEntries } from "../../../registry/project/registered-entries.ts";
import { diskProject } from "../project-on-disk.ts";
import { sampleEntry, sampleRegistry } from "../sample-entry.ts";

const tools = [
  sampleEntry({ verb: "a", summary: 'Says "id": "local__docs-z",' }),
  sampleEntry({ verb: "b", keywords: ["}", "{"] }),
  sampleEntry({ verb: "c" }),
];
const written = (registry: unknown) => `${JSON.stringify(registry, null, 2)}\n`;
const text = written(sampleRegistry(...tools));

describe("registeredEntries", () => {
  test.each([
    ["as it is written", text],
    ["in CRLF", text.replaceAll("\n", "\r\n")],
    ["in one line", JSON.stringify(JSON.parse(text))],
    ["with four spaces", JSON.stringify(JSON.parse(text), null, 4)],
    ["with a byte order mark", `\uFEFF${text}`],
    ["with conflict markers", text.replace("  ]", "<<<<<<< HEAD\n  ]")],
    ["not JSON", "x"],
    ["without tools", written(sampleRegistry())],
    ["out of order", written(sampleRegistry(...[...tools].reverse()))],
  ])("a registry %s gives what parsing the whole of it gives, or nothing", (name, text) => {
    const disk = diskProject({ "logs/tool-registry.json": text });
    onTestFinished(disk.remove);
    const [cut, whole] = [registeredEntries(disk.root), registryOf(disk.root)];
    expect(cut.own).toBe(true);
    for (const id of ["", "local__docs-a", "local__docs-b", "local__docs-bb", "local__docs-c", "local__docs-z"]) {
      const entry = cut.entry(id);
      if (entry === undefined && name === "out of order") continue;
      // What stands whole behind a marker is judged by its seal, as every entry is.
      if (name === "with conflict markers" && entry !== undefined) expect(tools).toContainEqual(entry);
      else expect(entry).toEqual(whole.byId(id));
    }
  });

  test("without a registry the one that ships with nichekit vouches for the shared tools", () => {
    const disk = diskProject();
    onTestFinished(disk.remove);
    const { own, entry } = registeredEntries(disk.root);
    expect([own, entry("local__docs-fetch")?.verb]).toEqual([false, "fetch"]);
  });
});
