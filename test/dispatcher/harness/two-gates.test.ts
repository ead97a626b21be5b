import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openBook } from "../../../dispatcher/harness/open-book.ts";
import { openHub } from "../../../dispatcher/harness/open-hub.ts";
import { portOf } from "../../../dispatcher/harness/port.ts";
import { type CallGround, runCapability } from "../../../dispatcher/harness/run-capability.ts";
import { projectSources } from "../../../dispatcher/harness/sources.ts";
import { openProject } from "../../../registry/project/open.ts";
import { failingProject } from "./failing-project.ts";

const MARKER = `#!/usr/bin/env bash
# TOOL_META
# noun: note
# verb: add
# summary: Write a note down.
# preconditions: []
# idempotent: false
# side_effects: [writes notes]
touch "$PROJECT_ROOT/notes"
`;
const root = failingProject({ "lib/note-add.sh": MARKER });
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function readOnly() {
  const project = await openProject({ ...process.env, PROJECT_ROOT: root }, root);
  const book = openBook(project, undefined, "library");
  const hub = openHub({
    project,
    channel: "library",
    cwd: root,
    book,
    sources: projectSources(project, { name: "library", ask: true }),
    cacheFolder: join(root, "logs/cache/catalog"),
    mode: "read-only",
  });
  const quiet = { log: () => {}, warn: () => {}, next: () => {}, progress: () => {}, stderr: () => {} };
  const ground: CallGround = {
    project,
    json: true,
    timeoutMs: undefined,
    fields: undefined,
    maxBytes: undefined,
    cwd: root,
    signal: new AbortController().signal,
    reporter: quiet,
    // Whoever is asked says yes: it must not even come to that.
    ask: async () => true,
    depth: 0,
    governance: hub.governance,
    port: (call) => portOf(hub, call),
  };
  await hub.turn({ goal: "write a note down" });
  return { ground, catalog: await hub.catalog(), governance: hub.governance };
}

const intent = { id: "local__note-add", input: {}, yes: true };

test("a forced call of what the mode hides stops at the visibility gate", async () => {
  const { ground, catalog } = await readOnly();
  expect((await runCapability(intent, ground, catalog)).outcome).toMatchObject({ ok: false, error: { code: "capability_unknown" } });
});

test("with the visibility gate opened, the permission gate alone refuses it", async () => {
  const { ground, catalog, governance } = await readOnly();
  const opened: CallGround = {
    ...ground,
    governance: Object.defineProperties(
      {},
      { ...Object.getOwnPropertyDescriptors(governance), admits: { value: () => true } },
    ) as typeof governance,
  };
  const { outcome } = await runCapability(intent, opened, catalog);
  expect(outcome).toMatchObject({ ok: false, error: { code: "not_permitted", exit_code: 3 } });
});

test("what a turn showed is held to what the team has settled since: the next turn and its calls go by the new rules", async () => {
  const project = await openProject({ ...process.env, PROJECT_ROOT: root }, root);
  const hub = openHub({
    project,
    channel: "library",
    cwd: root,
    book: openBook(project, undefined, "library"),
    sources: projectSources(project, { name: "library", ask: true }),
    cacheFolder: undefined,
  });
  const card = { id: "local__note-add", kind: "tool", row: "writes", source: { type: "local", name: "local" } } as const;
  const before = await hub.turn({ goal: "write a note down" });
  expect(before.visible.members.map(({ id }) => id)).toContain(card.id);
  expect(hub.governance.admits(card)).toBe(true);
  writeFileSync(join(root, "niche.json"), JSON.stringify({ permissions: { mode: "read-only" } }));
  const after = await hub.turn({});
  expect(after.diff.removed.find(({ id }) => id === card.id)?.reason.code).toBe("mode");
  expect(hub.governance.mode).toBe("read-only");
  expect(hub.governance.admits(card)).toBe(false);
});
