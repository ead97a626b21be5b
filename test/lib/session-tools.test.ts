import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run as diff, render as renderDiff } from "../../lib/session-diff.ts";
import { run as explain, render as renderExplained } from "../../lib/session-explain.ts";
import { run as list } from "../../lib/session-list.ts";
import { run as replay } from "../../lib/session-replay.ts";
import { render as renderShown, run as show } from "../../lib/session-show.ts";
import { render as renderStarted, run as start } from "../../lib/session-start.ts";
import { render as renderVerdict, run as verify } from "../../lib/session-verify.ts";
import { recordExample } from "../../scripts/example-session.ts";
import { scratch } from "../support/project.ts";
import { fakeContext } from "./support/fake-context.ts";

const error = (code: string, ...fix: readonly string[]) => expect.objectContaining({ code, ...(fix.length === 0 ? {} : { fix }) });

function project(env: Record<string, string> = {}) {
  const root = realpathSync(scratch());
  return { root, context: fakeContext({ PROJECT_ROOT: root, ...env }) };
}

/** A project with the session `example`: three turns, as docs/examples/session has it. */
function withExample() {
  const { root, context } = project();
  const folder = join(root, "logs/sessions/session");
  mkdirSync(folder, { recursive: true });
  recordExample(folder);
  return { root, context, folder };
}

describe("session start", () => {
  test("makes the session's folder with its first event, and tells the variable that records further calls in it", async () => {
    const { root, context } = project();
    const started = await start({ id: "s1" }, context);
    expect(started).toEqual({ session: "s1", folder: "logs/sessions/s1", export: "export NICHE_SESSION=s1" });
    expect(renderStarted(started)).toContain("export NICHE_SESSION=s1");
    expect(context.nexts).toEqual(["session show s1"]);
    expect(await show({}, context)).toMatchObject({ session: "s1", events: 1, turns: 0 });
    const [file = ""] = readdirSync(join(root, "logs/sessions/s1"));
    expect(JSON.parse(readFileSync(join(root, "logs/sessions/s1", file), "utf8"))).toMatchObject({
      type: "session.start",
      session: "s1",
      channel: "cli",
    });
  });

  test("makes an id of its own, another each time, in the order of their beginning", async () => {
    const { context } = project();
    const ids = [(await start({}, context)).session];
    await new Promise((done) => setTimeout(done, 5));
    ids.push((await start({}, context)).session);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => /^s\d{8}-\d{6}-[0-9a-f]{6}$/.test(id))).toBe(true);
    expect((await list({}, context)).sessions.map(({ session }) => session)).toEqual(ids);
  });

  test("refuses an existing session, and every id that is no single plain name", async () => {
    const { root, context } = project();
    await start({ id: "s1" }, context);
    expect(() => start({ id: "s1" }, context)).toThrow(
      error("session_exists", "acme session start   # makes an id of its own", "acme session show s1"),
    );
    for (const id of ["", ".", "..", "../x", "a/b", "/etc", ".hidden", "a b", "x".repeat(65), "a\0", "-x", "日本"])
      expect(() => start({ id }, context)).toThrow(error("session_id_invalid"));
    expect(readdirSync(join(root, "logs/sessions"))).toEqual(["s1"]);
  });

  test("says so where the log cannot be written (case i5)", () => {
    const { root, context } = project();
    writeFileSync(join(root, "logs"), "a plain file");
    expect(() => start({}, context)).toThrow(error("session_unwritable"));
  });
});

describe("which session is meant", () => {
  test("the named one, else that of NICHE_SESSION, else the one begun last", async () => {
    const { root, context } = project();
    for (const id of ["b", "a", "c"]) {
      await start({ id }, context);
      await new Promise((done) => setTimeout(done, 5));
    }
    expect(await show({ session: "a" }, context)).toMatchObject({ session: "a" });
    expect(await show({}, context)).toMatchObject({ session: "c" });
    const inSession = fakeContext({ PROJECT_ROOT: root, NICHE_SESSION: "b" });
    expect(await show({}, inSession)).toMatchObject({ session: "b" });
    expect((await list({}, inSession)).sessions.filter(({ present }) => present)).toMatchObject([{ session: "b" }]);
  });

  test("where none was started, every tool says so with the command that starts one", async () => {
    const { context } = project();
    const none = error("session_none", "acme session start");
    for (const tool of [() => show({}, context), () => verify({}, context), () => diff({}, context)]) expect(tool).toThrow(none);
    await expect(replay({}, context)).rejects.toThrow(none);
    await expect(explain({ turn: "last", capability: "x" }, context)).rejects.toThrow(none);
    expect(await list({}, context)).toEqual({ sessions: [], count: 0 });
  });

  test("an unknown id is told with the nearest one, and no id leads out of the sessions", async () => {
    const { root, context } = project();
    await start({ id: "release" }, context);
    expect(() => show({ session: "releas" }, context)).toThrow(error("session_unknown", "acme session show release"));
    expect(() => show({ session: ".." }, context)).toThrow(error("session_id_invalid"));
    symlinkSync("/etc", join(root, "logs/sessions/linked"));
    expect(() => show({ session: "linked" }, context)).toThrow(error("session_unknown"));
    for (const session of ["/etc", "../..", "logs/sessions/linked/", "./nothing"])
      expect(() => show({ session }, context)).toThrow(error("session_unknown"));
  });

  test("a session that is kept elsewhere in the project is named by its folder", async () => {
    const { root, context, folder } = withExample();
    mkdirSync(join(root, "kept"));
    renameSync(folder, join(root, "kept/session"));
    expect(await show({ session: "kept/session" }, context)).toMatchObject({ session: "session", turns: 3 });
    expect((await replay({ session: "kept/session" }, context)).differences).toEqual([]);
  });
});

describe("session show", () => {
  test("tells each turn: what came into sight, searches, what was loaded, calls and how they ended", async () => {
    const data = await show({}, withExample().context);
    expect(data).toMatchObject({
      session: "session",
      turns: 3,
      shown: [
        { turn: "t1", mode: "auto", calls: [{ id: "local__test-run", ok: false, code: "tests_failed", refused_at: null }] },
        {
          turn: "t2",
          added: ["skill__frontend-component"],
          searches: [{ query: "edit a file", hits: 1, first: "local__file-edit" }],
          loaded: ["skill__frontend-component"],
        },
        { turn: "t3", added: ["local__file-edit"], calls: [{ ok: true }, { ok: true }] },
      ],
    });
    expect(renderShown(data)).toContain("call local__test-run: failed with tests_failed");
  });

  test("shows the last ones of many turns, and one turn with its events", async () => {
    const { context } = withExample();
    const last = await show({ limit: 1 }, context);
    expect(last).toMatchObject({ turns: 3, shown: [{ turn: "t3" }] });
    expect(renderShown(last)).toContain("2 earlier turns");
    const one = await show({ turn: "1" }, context);
    expect(one).toMatchObject({
      turn: "t1",
      events: [
        { line: "example:2", type: "turn.start" },
        { type: "capability.diff" },
        { type: "intent" },
        { type: "permission" },
        { type: "observation" },
      ],
    });
    expect(await show({ turn: "last" }, context)).toMatchObject({ turn: "t3" });
    expect(() => show({ turn: "t9" }, context)).toThrow(error("turn_unknown", "acme session show session"));
    expect(() => show({ limit: 0 }, context)).toThrow(error("parameter_invalid"));
  });
});

test("session verify tells what does not hold: a changed line, a snapshot, and warns of a torn one", () => {
  const { context, folder } = withExample();
  const file = join(folder, "example.jsonl");
  const sound = verify({}, context);
  expect(sound).toMatchObject({ ok: true, writers: [{ events: 18, torn: false }], snapshots: { sound: 4 } });
  expect(renderVerdict(sound as Awaited<typeof sound>)).toContain("events 18");
  const text = readFileSync(file, "utf8");
  truncateSync(file, statSync(file).size - 30);
  expect(verify({}, context)).toMatchObject({ ok: true, writers: [{ events: 17, torn: true }] });
  expect(context.warnings).toEqual([expect.stringContaining("example.jsonl:18")]);
  writeFileSync(file, text.replace("button.tsx", "danger.tsx"));
  const [snapshot = ""] = readdirSync(join(folder, "snapshots"));
  writeFileSync(join(folder, "snapshots", snapshot), "{}");
  expect(() => verify({}, context)).toThrow(
    expect.objectContaining({
      code: "session_not_sound",
      message: expect.stringMatching(/example\.jsonl:7: the chain is broken.*snapshot .*: its content is another/),
      detail: expect.objectContaining({ ok: false }),
    }),
  );
});

describe("session diff", () => {
  test("tells what changed between two turns, by default the last two", async () => {
    const { context } = withExample();
    const data = await diff({}, context);
    expect(data).toMatchObject({
      differences: [
        { before: "t2", after: "t3", same: false, visible: { added: ["local__file-edit"], removed: [] }, same_model_input: false },
      ],
    });
    expect(renderDiff(data)).toContain("+ local__file-edit");
    expect(await diff({ before: "1", after: "2" }, context)).toMatchObject({ differences: [{ before: "t1", after: "t2" }] });
    expect(await diff({ before: "t3", after: "t3" }, context)).toMatchObject({ differences: [{ same: true }] });
  });

  test("of two sessions compares all turns in their order, or the named ones", async () => {
    const { root, context, folder } = withExample();
    mkdirSync(join(root, "other/session"), { recursive: true });
    recordExample(join(root, "other/session"));
    const same = await diff({ with: "other/session" }, context);
    expect(same).toMatchObject({ turns: [3, 3], differences: [{ same: true }, { same: true }, { same: true }] });
    expect(await diff({ with: "other/session", before: "1", after: "2" }, context)).toMatchObject({
      differences: [{ before: "t1", after: "t2", same: false }],
    });
    expect(readdirSync(folder)).toContain("example.jsonl");
  });

  test("of fewer than two turns says how to begin one", async () => {
    const { context } = project();
    await start({ id: "s1" }, context);
    expect(() => diff({}, context)).toThrow(error("turns_missing", "NICHE_SESSION=s1 acme capability visible   # begins a turn"));
  });
});

describe("session replay", () => {
  test("gives back every turn, and writes nothing", async () => {
    const { context, folder } = withExample();
    const before = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
    const data = await replay({}, context);
    expect(data).toMatchObject({ session: "session", turns: 3, differences: [] });
    expect(await replay({}, context)).toEqual(data);
    expect(readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => [name, statSync(join(folder, name)).mtimeMs])).toEqual(
      before,
    );
  });

  test("fails where a turn would not be the same: by its exit, or listed with --report", async () => {
    const { context, folder } = withExample();
    const snapshots = join(folder, "snapshots");
    const cards = readdirSync(snapshots).find((name) => readFileSync(join(snapshots, name), "utf8").includes('"cards"')) ?? "";
    writeFileSync(join(snapshots, cards), "{}");
    await expect(replay({}, context)).rejects.toThrow(
      expect.objectContaining({
        code: "replay_differs",
        layer: "runtime",
        message: expect.stringContaining("turn t1"),
        fix: ["acme session replay session --report   # lists every difference, turn by turn"],
      }),
    );
    expect((await replay({ report: true }, context)).differences.map(({ turn }) => turn)).toEqual(["t1", "t2", "t3"]);
  });
});

describe("session explain", () => {
  test("says why a capability was there, by its id or its model's name", async () => {
    const { context } = withExample();
    const skill = await explain({ turn: "2", capability: "skill__frontend-component" }, context);
    expect(skill).toMatchObject({
      cause: "all_right",
      visible: true,
      reason: { code: "path", evidence: "packages/ui/src/button.tsx" },
      turn: "t2",
    });
    expect(renderExplained(skill)).toContain("packages/ui/src/button.tsx was touched");
    expect(await explain({ turn: "t1", capability: "local__test-run" }, context)).toMatchObject({
      cause: "failed",
      evidence: [{ line: "example:6" }],
    });
    expect(await explain({ turn: "last", capability: "local__nothing" }, context)).toMatchObject({ cause: "not_found", visible: false });
  });

  test("explains from the events alone where the snapshot is lost, with a warning", async () => {
    const { context, folder } = withExample();
    renameSync(join(folder, "snapshots"), join(folder, "elsewhere"));
    expect(await explain({ turn: "1", capability: "local__test-run" }, context)).toMatchObject({ cause: "failed" });
    expect(context.warnings).toEqual([expect.stringContaining("it is gone")]);
  });
});
