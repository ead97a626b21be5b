import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { readRegistered } from "../../../registry/project/registered.ts";

const root = mkdtempSync(join(tmpdir(), "niche-registered-"));
afterEach(() => rmSync(join(root, "logs"), { recursive: true, force: true }));

function registry(text: string) {
  mkdirSync(join(root, "logs"), { recursive: true });
  writeFileSync(join(root, "logs/tool-registry.json"), text);
}
const entry = (name: string, more: object = {}) => ({
  id: `local__${name}`,
  summary: `{ "id": "local__b-c", } of ${name}\n    }`,
  ...more,
});
const written = (...tools: object[]) => `${JSON.stringify({ version: 1, tools }, null, 2)}\n`;

describe("one entry cut out of the registry", () => {
  test("is the entry that parsing the whole gives, whatever its texts hold", () => {
    registry(written(entry("a-b", { nested: [{ deep: ["}"] }] }), entry("b-c"), entry("a-b-c")));
    const whole = readRegistered(root);
    for (const id of ["local__a-b", "local__b-c", "local__a-b-c", "local__gone"]) {
      const cut = readRegistered(root, id);
      expect([id, cut.state === "read" && cut.byId(id)]).toEqual([id, whole.state === "read" && whole.byId(id)]);
    }
  });

  test("is not taken out of a registry with merge-conflict markers, nor out of another spelling of JSON", () => {
    registry(`${written(entry("a-b"))}<<<<<<< ours\n`);
    expect(readRegistered(root, "local__a-b")).toMatchObject({ state: "unreadable", reason: "it holds merge-conflict markers" });
    registry(JSON.stringify({ tools: [entry("a-b")] }));
    const read = readRegistered(root, "local__a-b");
    expect(read.state === "read" && read.byId("local__a-b")?.id).toBe("local__a-b");
  });
});
