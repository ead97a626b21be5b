import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { existingSession, newSessionId, sessionFolder, sessionIds } from "../../../registry/session/session-id.ts";
import { openWriter } from "../../../registry/session/writer.ts";
import { searchEvent, sessionFolderForTest } from "./session-folder.ts";

const error = (code: string) => expect.objectContaining({ code });

test("an id is one plain name: nothing else becomes a path", () => {
  expect(sessionFolder("/p", "a.b-c_9")).toBe("/p/logs/sessions/a.b-c_9");
  for (const id of ["", ".", "..", "../x", "a/b", "a\\b", "/x", ".a", "-a", "a b", "a\n", "x".repeat(65), "日本"]) {
    expect(() => sessionFolder("/p", id), JSON.stringify(id)).toThrow(error("session_id_invalid"));
  }
  expect(newSessionId(0)).toMatch(/^s19700101-000000-[0-9a-f]{6}$/);
});

test("a session that exists is a folder; a link is none, and what stands in its place keeps it from being written", () => {
  const folder = sessionFolderForTest("s1");
  const root = join(folder, "../../..");
  expect(existingSession(root, "s1")).toBe(folder);
  expect(() => existingSession(root, "s2")).toThrow(error("session_unknown"));
  symlinkSync(folder, join(folder, "../linked"));
  expect(() => existingSession(root, "linked")).toThrow(error("session_unknown"));
  for (const place of [folder, dirname(folder), dirname(dirname(folder))]) {
    renameSync(place, `${place}.aside`);
    writeFileSync(place, "");
    expect(() => existingSession(root, "s1")).toThrow(error("session_unwritable"));
    renameSync(place, `${place}.file`);
    renameSync(`${place}.aside`, place);
  }
});

test("sessions stand in the order in which they were begun, whatever was written later or their file system keeps", () => {
  const folder = sessionFolderForTest("zebra");
  const root = join(folder, "../../..");
  openWriter(folder, { now: () => 1_000 }).append(searchEvent("x"));
  for (const [id, time] of [
    ["ant", 3_000],
    ["bee", 2_000],
  ] as const) {
    mkdirSync(join(folder, "..", id));
    openWriter(join(folder, "..", id), { now: () => time }).append(searchEvent("x"));
  }
  openWriter(folder, { now: () => 9_000 }).append(searchEvent("later"));
  expect(sessionIds(root)).toEqual(["zebra", "bee", "ant"]);
  expect(sessionIds(join(root, "nowhere"))).toEqual([]);
});
