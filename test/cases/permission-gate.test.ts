import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, project } from "../support/project.ts";
import { run } from "../support/run.ts";

const FILL = bashTool("cache", "fill", 'echo "$ARG_KEY" >> "$PROJECT_ROOT/marker"', [
  "side_effects: [writes marker]",
  "options: [{name: key, type: string, required: true, description: What is kept.}]",
]);
const CLEAR = bashTool("cache", "clear", 'echo cleared >> "$PROJECT_ROOT/marker"', ["side_effects: [deletes cache]", "options: []"]);

function governed(permissions: object) {
  const home = project({ "lib/cache-fill.sh": FILL, "lib/cache-clear.sh": CLEAR, "niche.json": JSON.stringify({ permissions }) });
  return {
    ...home,
    marker: () => (existsSync(join(home.root, "marker")) ? readFileSync(join(home.root, "marker"), "utf8") : ""),
    call: async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const { code, stdout } = await run(home.wrapper, [...words, "--json"], { cwd: home.root, env: { ...process.env, ...env } });
      return { code, error: JSON.parse(stdout).error as { code: string; message: string; fix: string[] } | undefined };
    },
  };
}

describe("the permission gate, by real processes without a terminal", () => {
  test("a scoped deny blocks the calls that it names, `--yes` or not, and no others", async () => {
    const { call, marker } = governed({ deny: ["local__cache-fill(key:prod-*)"] });
    const denied = await call(["cache", "fill", "--key", "prod-1", "--yes"]);
    expect(denied).toMatchObject({ code: 3, error: { code: "not_permitted" } });
    expect(denied.error?.message).toContain("local__cache-fill(key:prod-*)");
    expect((await call(["cache", "fill", "--key", "dev-1"])).code).toBe(0);
    expect(marker()).toBe("dev-1\n");
  });

  test("a rule that asks is not answered by `--yes`, and the Fix repeats the very call", async () => {
    const { call, marker } = governed({ ask: ["local__cache-fill"] });
    const { code, error } = await call(["cache", "fill", "--key", "a b", "--yes"]);
    expect([code, error?.code, marker()]).toEqual([3, "approval_required", ""]);
    expect(error?.fix).toEqual([expect.stringMatching(/terminal: .* cache fill --key 'a b' --yes/)]);
  });

  test("a call by its id names the whole call in its Fix as well", async () => {
    const { call } = governed({ ask: ["local__cache-fill"] });
    const { error } = await call(["capability", "call", "--id", "local__cache-fill", "--input", '{"key":"it\'s"}']);
    expect(error?.code).toBe("approval_required");
    expect(error?.fix).toEqual([expect.stringMatching(/terminal: .+ cache fill --input '\{"key":"it'\\''s"\}'$/)]);
  });

  test("mode ask asks before what writes, an allow rule makes that unnecessary, deleting is still confirmed", async () => {
    const asking = governed({ mode: "ask" });
    expect((await asking.call(["cache", "fill", "--key", "k", "--yes"])).error?.code).toBe("approval_required");
    const allowed = governed({ mode: "ask", allow: ["local__cache-*"] });
    expect((await allowed.call(["cache", "fill", "--key", "k"])).code).toBe(0);
    expect((await allowed.call(["cache", "clear"])).error?.code).toBe("confirmation_required");
    expect((await allowed.call(["cache", "clear", "--yes"])).code).toBe(0);
    expect(allowed.marker()).toBe("k\ncleared\n");
  });

  test("NICHE_MODE tightens and never loosens", async () => {
    const { call, marker } = governed({ mode: "ask" });
    expect((await call(["cache", "fill", "--key", "k", "--yes"], { NICHE_MODE: "read-only" })).code).not.toBe(0);
    expect((await call(["cache", "fill", "--key", "k", "--yes"], { NICHE_MODE: "auto" })).error?.code).toBe("approval_required");
    expect(marker()).toBe("");
  });

  test("a tool does not change the settings that stand over it, whatever rules and `--yes` say", async () => {
    const { call, root } = governed({ mode: "auto", allow: ["*"] });
    const before = readFileSync(join(root, "niche.json"), "utf8");
    for (const path of ["niche.json", "./lib/../niche.json", join(root, "niche.json")]) {
      const { code, error } = await call(["file", "write", "--path", path, "--content", "{}", "--overwrite", "--yes"]);
      expect([code, error?.code]).toEqual([3, "approval_required"]);
    }
    expect(readFileSync(join(root, "niche.json"), "utf8")).toBe(before);
  });
});
