import { appendFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileLines } from "../../../registry/session/file-lines.ts";
import { readSession } from "../../../registry/session/read-session.ts";
import { verifySession } from "../../../registry/session/verify-session.ts";
import { openWriter, type SessionWriter } from "../../../registry/session/writer.ts";
import { readAll, searchEvent, sessionFolderForTest } from "./session-folder.ts";

const queries = (folder: string) => readAll(folder).events.map((event) => (event.type === "search" ? event.query : event.type));

function written(folder: string, name: string, count: number, now?: () => number): SessionWriter {
  const writer = openWriter(folder, { name, now });
  for (let index = 1; index <= count; index++) writer.append(searchEvent(`${name}${index}`));
  return writer;
}

describe("several writers (case i2)", () => {
  test("are read in one order: by time, then by writer, then by number", () => {
    const folder = sessionFolderForTest();
    const times = { a: [10, 20, 20, 40], b: [5, 20, 30] };
    const a = openWriter(folder, { name: "a", now: () => times.a.shift() ?? 0 });
    const b = openWriter(folder, { name: "b", now: () => times.b.shift() ?? 0 });
    for (const [writer, query] of [
      [a, "a10"],
      [b, "b5"],
      [a, "a20"],
      [b, "b20"],
      [b, "b30"],
      [a, "a20'"],
      [a, "a40"],
    ] as const)
      writer.append(searchEvent(query));
    expect(queries(folder)).toEqual(["b5", "a10", "a20", "a20'", "b20", "b30", "a40"]);
    expect(verifySession(folder).ok).toBe(true);
  });

  test("are merged as sorting everything would, whatever they wrote", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(20), { maxLength: 6 }), { maxLength: 7 }), (writers) => {
        const folder = sessionFolderForTest();
        const all = writers.flatMap((times, index) => {
          const writer = openWriter(folder, { name: `w${index}`, now: () => times.shift() ?? 0 });
          return [...times].map(() => writer.append(searchEvent("x")));
        });
        const key = (event: (typeof all)[number]) => [event.time, event.writer, event.seq] as const;
        const sorted = [...all].sort((x, y) => x.time - y.time || (x.writer < y.writer ? -1 : x.writer > y.writer ? 1 : x.seq - y.seq));
        expect(readAll(folder).events.map(key)).toEqual(sorted.map(key));
      }),
      { numRuns: 50 },
    );
  });
});

describe("a last line that was cut off (case i3)", () => {
  test.each([
    ["its newline alone", 1, 3],
    ["half of it", 60, 2],
    ["all but its first byte", -1, 2],
  ])("is survived: %s", (_, cut, left) => {
    const folder = sessionFolderForTest();
    const { file } = written(folder, "w", 3);
    const text = readFileSync(file, "utf8");
    const last = text.trimEnd().lastIndexOf("\n") + 1;
    truncateSync(file, cut < 0 ? last + 1 : text.length - cut);
    const { events, warnings } = readAll(folder);
    expect(events).toHaveLength(left);
    expect(warnings).toEqual(left === 3 ? [] : [expect.stringContaining("w.jsonl:3")]);
    expect(verifySession(folder)).toMatchObject({ ok: true, writers: [{ writer: "w", events: left, torn: left === 2, broken: null }] });
  });

  test("costs its own writer that line and no other", () => {
    const folder = sessionFolderForTest();
    const { file } = written(folder, "a", 3, () => 1);
    written(folder, "b", 3, () => 2);
    truncateSync(file, readFileSync(file).length - 20);
    expect(queries(folder)).toEqual(["a1", "a2", "b1", "b2", "b3"]);
  });
});

describe("a line in the middle that does not hold is an error that names file and line", () => {
  const broken = (line: number, reason: RegExp) =>
    expect.objectContaining({ code: "session_line_broken", message: expect.stringMatching(reason), detail: { file: "w.jsonl", line } });

  function changed(change: (lines: string[]) => void): string {
    const folder = sessionFolderForTest();
    const { file } = written(folder, "w", 4);
    const lines = readFileSync(file, "utf8").split("\n");
    change(lines);
    writeFileSync(file, lines.join("\n"));
    return folder;
  }

  test.each([
    ["cut in half", 2, (lines: string[]) => lines.splice(1, 1, (lines[1] as string).slice(0, 30)), /it is no event/],
    ["changed", 3, (lines: string[]) => lines.splice(1, 1, (lines[1] as string).replace("w2", "w9")), /chain is broken/],
    ["taken out", 2, (lines: string[]) => lines.splice(1, 1), /its number is 3 where 2 follows/],
    ["put in", 3, (lines: string[]) => lines.splice(1, 0, lines[1] as string), /its number is 2 where 3 follows/],
    ["swapped with the next", 2, (lines: string[]) => lines.splice(1, 2, lines[2] as string, lines[1] as string), /its number is 3/],
    ["empty", 2, (lines: string[]) => lines.splice(1, 0, ""), /it is no event/],
  ])("%s", (_, line, change, reason) => {
    const folder = changed(change);
    expect(() => readAll(folder)).toThrow(broken(line, reason));
    expect(verifySession(folder)).toMatchObject({ ok: false, writers: [{ broken: { line, reason: expect.stringMatching(reason) } }] });
  });

  test("a file that was another writer's or another session's does not pass for one of this session", () => {
    const folder = sessionFolderForTest("s1");
    const { file } = written(folder, "w", 2);
    renameSync(file, join(folder, "v.jsonl"));
    expect(() => readAll(folder)).toThrow(/v\.jsonl:1 .*writer "w"/);
    const other = sessionFolderForTest("s2");
    renameSync(join(folder, "v.jsonl"), join(other, "w.jsonl"));
    expect(() => readAll(other)).toThrow(/w\.jsonl:1 .*chain is broken/);
  });

  test("an event that is told to be earlier than the one before", () => {
    const folder = sessionFolderForTest();
    const { file } = written(folder, "w", 2, () => 50);
    const [first = "", second = ""] = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, `${first}\n${second.replace('"time":50', '"time":49')}\n`);
    expect(() => readAll(folder)).toThrow(broken(2, /earlier/));
  });

  test("what comes before it is read", () => {
    const folder = changed((lines) => lines.splice(2, 1, "{"));
    written(folder, "a", 2, () => 1);
    const seen: unknown[] = [];
    expect(() => {
      for (const event of readSession(folder)) seen.push(event.type === "search" && event.query);
    }).toThrow(broken(3, /no event/));
    expect(seen).toEqual(["a1", "a2", "w1", "w2"]);
  });
});

test("a folder that is none is an unknown session, with the command that starts one", () => {
  expect(() => readAll("/nowhere/logs/sessions/s9")).toThrow(
    expect.objectContaining({ code: "session_unknown", fix: ["NICHE_SESSION= niche session start --id s9"] }),
  );
});

test("other files in the folder are nobody's events", () => {
  const folder = sessionFolderForTest();
  written(folder, "w", 1);
  writeFileSync(join(folder, "notes.txt"), "x");
  appendFileSync(join(folder, ".w.jsonl.swp"), "x");
  expect(queries(folder)).toEqual(["w1"]);
});

test("lines are the same whatever the size of the pieces they are read in", () => {
  const folder = sessionFolderForTest();
  const file = join(folder, "text");
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", "·")),
        { maxLength: 8 },
      ),
      fc.boolean(),
      fc.integer({ min: 1, max: 9 }),
      (lines, ended, size) => {
        writeFileSync(file, lines.join("\n") + (ended && lines.length > 0 ? "\n" : ""));
        const read = [...fileLines(file, size)].map(({ text }) => text);
        const expected = readFileSync(file, "utf8").split("\n");
        if (expected.at(-1) === "") expected.pop();
        expect(read).toEqual(expected);
      },
    ),
    { numRuns: 100 },
  );
});

test("a session is read piece by piece as its events are asked for, never whole", () => {
  const folder = sessionFolderForTest();
  const { file } = written(folder, "w", 1_500);
  const reading = readSession(folder);
  expect(reading.next().value).toMatchObject({ seq: 1 });
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, [...lines.slice(0, 1_400), "broken meanwhile", ...lines.slice(1_401)].join("\n"));
  expect(() => [...reading]).toThrow(/w\.jsonl:1401 is broken/);
});
