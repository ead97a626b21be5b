import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSession } from "../../registry/session/read-session.ts";
import { verifySession } from "../../registry/session/verify-session.ts";
import { sessionWriterScript, startWriter } from "../support/session-writers.ts";

let root = "";
let script = "";
let sessions = 0;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "niche-writers-")));
  script = await sessionWriterScript(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function session(): string {
  const folder = join(root, `s${++sessions}`);
  mkdirSync(folder);
  return folder;
}

describe("many processes write into one session at once (cases i1, i2)", () => {
  test.each([
    ["16 processes, 500 events each", 16, 500, 100],
    ["8 processes, 100 events of 16 KB", 8, 100, 16 * 1024],
    ["4 processes, 20 events of 1 MB", 4, 20, 1024 * 1024],
  ])("%s: none is missing, every chain holds, the order is one", { timeout: 120_000 }, async (_, processes, events, bytes) => {
    const folder = session();
    const writers = Array.from({ length: processes }, () => startWriter(script, folder, events, bytes));
    await Promise.all(writers.map(({ ended }) => ended));
    const verdict = verifySession(folder);
    expect(verdict.ok).toBe(true);
    expect(verdict.writers.map((one) => [one.events, one.torn])).toEqual(writers.map(() => [events, false]));
    const places = new Set<string>();
    let before = "";
    const warnings: string[] = [];
    for (const { time, writer, seq } of readSession(folder, { warn: (message) => warnings.push(message) })) {
      const place = `${String(time).padStart(15, "0")} ${writer} ${String(seq).padStart(9, "0")}`;
      expect(place > before).toBe(true);
      before = place;
      places.add(place);
    }
    expect([places.size, warnings]).toEqual([processes * events, []]);
  });
});

/** Kill points; `SESSION_KILLS=200 npx vitest run test/cases/session-log.test.ts` for more. */
const KILLS = Number(process.env.SESSION_KILLS ?? 16);

test(`kill -9 at ${KILLS} random points costs each writer at most the line that it was writing`, { timeout: 600_000 }, async () => {
  const torn: number[] = [];
  for (let point = 0; point < KILLS; ) {
    const folder = session();
    const sizes = [100, 40 * 1024, 4 * 1024 * 1024, 1024];
    const writers = sizes.map((bytes) => startWriter(script, folder, 1_000_000, bytes));
    for (const writer of writers) {
      while (writer.said() === 0) await new Promise((done) => setTimeout(done, 1));
    }
    for (const { child, ended } of writers) {
      await new Promise((done) => setTimeout(done, Math.random() * 15));
      child.kill("SIGKILL");
      await ended;
      point++;
    }
    const verdict = verifySession(folder);
    expect(verdict.ok).toBe(true);
    // Whatever a writer said to be written is there.
    const said = writers.map((writer) => writer.said()).sort((a, b) => a - b);
    const kept = verdict.writers.map(({ events }) => events).sort((a, b) => a - b);
    for (const [index, count] of kept.entries()) expect(count).toBeGreaterThanOrEqual(said[index] as number);
    torn.push(verdict.writers.filter((one) => one.torn).length);
    expect(Array.from(readSession(folder)).length).toBe(kept.reduce((sum, count) => sum + count, 0));
    rmSync(folder, { recursive: true });
  }
  if (process.env.SESSION_KILLS !== undefined) {
    process.stderr.write(`${KILLS} kills, ${torn.reduce((sum, count) => sum + count, 0)} torn last lines, no other loss\n`);
  }
});
