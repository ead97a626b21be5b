import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderTurn } from "../../../registry/discovery/render-turn.ts";
import { type ReplayPolicy, replaySession } from "../../../registry/session/replay.ts";
import { verifySession } from "../../../registry/session/verify-session.ts";
import { openWriter } from "../../../registry/session/writer.ts";
import { namedByGoal, recordTurn, testCard } from "./record-turn.ts";
import { intentEvent, observationEvent, sessionFolderForTest } from "./session-folder.ts";

const CARDS = [testCard("docs-fetch"), testCard("docs-index"), testCard("file-write", { row: "writes" })];

/** Two turns, a call of a tool that writes between them. */
function recorded(): string {
  const folder = sessionFolderForTest("s1");
  const writer = openWriter(folder, { name: "w" });
  writer.append({ type: "session.start", session: "s1", nichekit: "0.1.0", channel: "cli" });
  const first = recordTurn(writer, { turnId: "t1", cards: CARDS, input: { userGoal: "docs fetch" } });
  writer.append(intentEvent("c1", "local__file-write", { path: "marker", text: "x" }, "t1"));
  writer.append(observationEvent("c1", "local__file-write"));
  recordTurn(writer, { turnId: "t2", cards: CARDS, input: { userGoal: "docs fetch and docs index" }, before: first });
  return folder;
}

/** Every file with its content and time: what a replay must leave as it is. */
function state(folder: string): unknown {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const stat = statSync(join(folder, name));
      return [name, stat.mtimeMs, stat.isFile() ? readFileSync(join(folder, name), "utf8") : ""];
    });
}

test("replay gives back every turn, twice the same, and writes and repeats nothing (case i8)", () => {
  const folder = recorded();
  const before = state(folder);
  const report = replaySession(folder, namedByGoal, renderTurn);
  expect(report).toEqual({ session: "s1", recordedBy: ["0.1.0"], turns: 2, differences: [] });
  expect(replaySession(folder, namedByGoal, renderTurn)).toEqual(report);
  expect(state(folder)).toEqual(before);
});

describe("replay fails", () => {
  test("when the policy was changed: it names the turn and the ids", () => {
    const changed: ReplayPolicy = (cards, sources, input, settings) =>
      namedByGoal(cards, sources, { ...input, userGoal: input.userGoal.replace("docs index", "file write") }, settings);
    const { differences } = replaySession(recorded(), changed, renderTurn);
    expect(differences).toMatchObject([
      {
        turnId: "t2",
        what: "visible",
        added: ["local__file-write"],
        removed: ["local__docs-index"],
        text: "local__file-write would be visible now; local__docs-index would not be visible now",
      },
      { turnId: "t2", what: "model_input", text: "it cannot be rendered: no definition of local__file-write" },
      { turnId: "t2", what: "diff", added: ["local__file-write"], removed: ["local__docs-index"] },
    ]);
  });

  test("when only the order, only a reason, or only the rendering was changed", () => {
    const folder = recorded();
    const reversed: ReplayPolicy = (...given) => ({ ...namedByGoal(...given), members: [...namedByGoal(...given).members].reverse() });
    expect(replaySession(folder, reversed, renderTurn).differences[0]).toMatchObject({
      turnId: "t2",
      what: "visible",
      added: [],
      removed: [],
      text: "the same capabilities are visible, in another order",
    });
    const reasoned: ReplayPolicy = (...given) => {
      const set = namedByGoal(...given);
      return { ...set, members: set.members.map((member) => ({ ...member, reason: { code: "x", text: "y" } })) };
    };
    expect(replaySession(folder, reasoned, renderTurn).differences.map(({ turnId, what }) => [turnId, what])).toEqual([
      ["t1", "diff"],
      ["t2", "diff"],
    ]);
    const spaced: typeof renderTurn = (...given) => ({ ...renderTurn(...given), modelInput: `${renderTurn(...given).modelInput} ` });
    expect(replaySession(folder, namedByGoal, spaced).differences.map(({ turnId, what }) => [turnId, what])).toEqual([
      ["t1", "model_input"],
      ["t2", "model_input"],
    ]);
  });

  test("when a snapshot is gone or was changed, for the turns that stand on it", () => {
    const folder = recorded();
    const snapshots = join(folder, "snapshots");
    const large = readdirSync(snapshots).find((name) => readFileSync(join(snapshots, name), "utf8").includes("cards")) as string;
    writeFileSync(join(snapshots, large), readFileSync(join(snapshots, large), "utf8").replace("docs-index", "docs-inbox"));
    expect(replaySession(folder, namedByGoal, renderTurn).differences.map(({ turnId, what, text }) => [turnId, what, text])).toEqual([
      ["t1", "snapshot", expect.stringContaining("its content is another")],
      ["t2", "snapshot", expect.stringContaining("its content is another")],
    ]);
    expect(verifySession(folder)).toMatchObject({ ok: false, snapshots: { broken: [{ reason: "its content is another" }] } });
    rmSync(join(snapshots, large));
    expect(replaySession(folder, namedByGoal, renderTurn).differences[0]).toMatchObject({
      what: "snapshot",
      text: expect.stringContaining("it is gone"),
    });
    expect(verifySession(folder)).toMatchObject({ ok: false, snapshots: { broken: [{ reason: "it is gone" }] } });
  });
});

test("a diff is against the turn before of the same process, else of the session, or the one that it names", () => {
  const folder = sessionFolderForTest();
  let time = 0;
  const now = () => ++time;
  const [a, b] = [openWriter(folder, { name: "a", now }), openWriter(folder, { name: "b", now })];
  const first = recordTurn(a, { turnId: "t1", cards: CARDS, input: { userGoal: "docs fetch" } });
  const other = recordTurn(b, { turnId: "t2", cards: CARDS, input: { userGoal: "docs index" }, before: first });
  recordTurn(a, { turnId: "t3", cards: CARDS, input: { userGoal: "docs fetch docs index" }, before: first });
  recordTurn(a, { turnId: "t4", cards: CARDS, input: { userGoal: "file write" }, before: other, since: "t2" });
  recordTurn(b, { turnId: "t5", cards: CARDS, input: { userGoal: "file write" }, since: null });
  expect(replaySession(folder, namedByGoal, renderTurn).differences).toEqual([]);
});

test("an equal snapshot is stored once, however many turns stand on it", () => {
  const folder = sessionFolderForTest();
  const writer = openWriter(folder);
  for (let turn = 0; turn < 20; turn++)
    recordTurn(writer, { turnId: `t${turn}`, cards: CARDS, input: { userGoal: "docs fetch" }, since: null });
  expect(readdirSync(join(folder, "snapshots"))).toHaveLength(2);
  expect(verifySession(folder)).toMatchObject({ ok: true, snapshots: { sound: 2, broken: [] } });
});

test("a goal that held a secret replays: what was recorded is what the turn was computed from", () => {
  const folder = sessionFolderForTest();
  const writer = openWriter(folder);
  const cards = [testCard("docs-fetch", { summary: "Fetch." })];
  const policy: ReplayPolicy = (given, sources, input, settings) => {
    const set = namedByGoal(given, sources, input, settings);
    return {
      ...set,
      members: set.members.map((member) => ({ ...member, reason: { code: "goal", text: `the goal "${input.userGoal}" names it` } })),
    };
  };
  recordTurn(writer, { turnId: "t1", cards, input: { userGoal: "docs fetch with token=Fake-1" }, policy });
  expect(readFileSync(writer.file, "utf8")).not.toContain("Fake-1");
  expect(replaySession(folder, policy, renderTurn).differences).toEqual([]);
});
