import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { digestOf } from "../../../registry/canonical-json.ts";
import type { LoggedEvent, SessionEvent } from "../../../registry/session/event.ts";
import { readSession } from "../../../registry/session/read-session.ts";

/** A session's empty folder, gone when the test is over. */
export function sessionFolderForTest(id = "s1"): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "niche-session-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "logs/sessions", id);
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function searchEvent(query: string, ids: readonly string[] = [], turnId: string | null = null): SessionEvent {
  return { type: "search", turnId, query, kinds: [], hits: ids.map((id, index) => ({ id, score: 10 - index })) };
}

export function intentEvent(
  call: string,
  id: string,
  input: Readonly<Record<string, unknown>> = {},
  turnId: string | null = null,
): Extract<SessionEvent, { type: "intent" }> {
  return { type: "intent", turnId, call, id, input, inputDigest: digestOf(input), channel: "cli" };
}

export function observationEvent(
  call: string,
  id: string,
  code: string | null = null,
  extra: Partial<Extract<SessionEvent, { type: "observation" }>> = {},
): Extract<SessionEvent, { type: "observation" }> {
  return {
    type: "observation",
    turnId: null,
    call,
    id,
    ok: code === null,
    code,
    invalid: false,
    bytes: 2,
    truncated: false,
    trusted: true,
    digest: "0".repeat(64),
    paths: [],
    duration_ms: 1,
    ...extra,
  };
}

/** All events of a session and what was warned of. */
export function readAll(folder: string): { events: LoggedEvent[]; warnings: string[] } {
  const warnings: string[] = [];
  const events = [...readSession(folder, { warn: (message) => warnings.push(message) })];
  return { events, warnings };
}
