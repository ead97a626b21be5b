import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Library from "../../../dispatcher/index.ts";
import { failingProject } from "./failing-project.ts";

/** As an embedder has it. */
const { openHarness } = (await import(pathToFileURL("dist/index.js").href)) as typeof Library;

let root: string;
beforeAll(() => {
  root = failingProject();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const reasonOf = (turn: Library.Turn, id: string) => turn.visible.members.find((member) => member.id === id)?.reason.code;

/** What is written down is the same as what is only kept in memory: a turn goes on from the one before it either way. */
describe.each([false, true])("a harness goes on from turn to turn, session: %s", (session) => {
  test("goal and files of a turn hold until others are given, the mode does not", async () => {
    const harness = await openHarness({ projectRoot: root, session });
    expect(reasonOf(await harness.turn({ userGoal: "write a file", touchedPaths: ["packages/ui/label.js"] }), "local__file-write")).toBe(
      "goal",
    );
    const stricter = await harness.turn({ permissionMode: "read-only" });
    expect([reasonOf(stricter, "local__file-write"), reasonOf(stricter, "skill__frontend-component")]).toEqual([undefined, "path"]);
    expect(reasonOf(await harness.turn(), "local__file-write")).toBe("goal");
    expect(reasonOf(await harness.turn({ userGoal: "look around" }), "local__file-write")).toBeUndefined();
  });

  test("a loaded skill stays, and what it works with comes", async () => {
    const harness = await openHarness({ projectRoot: root, session });
    const turn = await harness.turn({ userGoal: "why do the tests fail" });
    expect(reasonOf(turn, "local__file-edit")).toBeUndefined();
    await turn.call({ name: "load_skill", input: { name: "test-fix" } });
    const next = await harness.turn({ userGoal: "" });
    expect([reasonOf(next, "skill__test-fix"), reasonOf(next, "local__file-edit")]).toEqual(["loaded", "proposed"]);
  });

  test("what failed counts: the same invalid call three times lowers its tool", async () => {
    const harness = await openHarness({ projectRoot: root, session });
    const turn = await harness.turn();
    for (let times = 0; times < 3; times += 1) await turn.call({ name: "local__file-grep", input: { nonsense: 1 } });
    expect(reasonOf(await harness.turn(), "local__file-grep")).toBeUndefined();
  });

  test("what a search found is there until a turn with another goal has begun", async () => {
    const harness = await openHarness({ projectRoot: root, session });
    const turn = await harness.turn({ userGoal: "look around" });
    await turn.call({ name: "ToolSearch", input: { query: "write a new file" } });
    expect(reasonOf(await harness.turn(), "local__file-write")).toBe("found");
    expect(reasonOf(await harness.turn({ userGoal: "count stars" }), "local__file-write")).toBe("found");
    expect(reasonOf(await harness.turn(), "local__file-write")).toBeUndefined();
  });
});
