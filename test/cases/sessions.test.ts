import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { moduleTool, project, type TestProject } from "../support/project.ts";
import { run } from "../support/run.ts";

/** Cases i2, i3, i5, i8 and h7 of public reports, through the wrapper, as an agent meets them. */
const MARK = "Fake-Marker_9x7.Q";

const FILES = {
  "lib/note-add.ts": moduleTool(
    "note",
    "add",
    'import { appendFileSync } from "node:fs";\nexport const run = ({ text }, { env }) => { appendFileSync(`${env.PROJECT_ROOT}/notes`, `${text}\\n`); return { text }; };',
    ["@option {string} text - What.", "@side_effect writes ${PROJECT_ROOT}/notes"],
  ),
  "lib/note-list.ts": moduleTool("note", "list", "export const run = () => ({ notes: [] });", [
    "@option none",
    "@side_effect reads ${PROJECT_ROOT}/notes",
  ]),
  "lib/note-send.ts": moduleTool(
    "note",
    "send",
    "export const run = ({ headers, words }) => { throw new Error(`refused: ${JSON.stringify({ body: JSON.stringify({ headers, words }) })}`); };",
    ["@option {string} [headers] - JSON.", "@arg {string[]} [words] - More.", "@side_effect none"],
  ),
};

async function inSession(): Promise<
  TestProject & { folder: string; call(...words: string[]): ReturnType<typeof run>; outside(...words: string[]): ReturnType<typeof run> }
> {
  const made = project(FILES);
  const outside = (...words: string[]) =>
    run(made.wrapper, words, { cwd: made.root, env: { ...process.env, NICHE_SESSION: undefined, DEPLOY_TOKEN: `${MARK}-env` } });
  const call = (...words: string[]) =>
    run(made.wrapper, words, { cwd: made.root, env: { ...process.env, NICHE_SESSION: "s1", DEPLOY_TOKEN: `${MARK}-env` } });
  expect(await outside("session", "start", "--id", "s1")).toMatchObject({ code: 0 });
  return { ...made, folder: join(made.root, "logs/sessions/s1"), call, outside };
}

const data = (ran: { stdout: string }) => JSON.parse(ran.stdout).data;
const logText = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => readFileSync(join(item.parentPath, item.name), "utf8"))
    .join("\n");

test("two dispatchers at once in one session: one order, and every chain holds (i2)", async () => {
  const { call, outside } = await inSession();
  const ran = await Promise.all(Array.from({ length: 6 }, (_, index) => call("note", "add", "--text", `n${index}`)));
  expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  const verdict = data(await outside("session", "verify", "s1", "--json"));
  expect(verdict).toMatchObject({ ok: true });
  expect(verdict.writers).toHaveLength(7);
  const [shown] = data(await outside("session", "show", "s1", "--json")).shown;
  expect(shown.calls.map(({ id, ok }: { id: string; ok: boolean }) => [id, ok])).toEqual(Array(6).fill(["local__note-add", true]));
});

test("a last record that was cut in half costs that record; one in the middle is an error with file and line (i3)", async () => {
  const { call, outside, folder } = await inSession();
  await call("note", "add", "--text", "x");
  const file = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(".jsonl"))
    .sort()
    .at(-1) as string;
  const text = readFileSync(file, "utf8");
  const lines = text.trimEnd().split("\n");
  writeFileSync(file, text.slice(0, -60));
  const survived = await outside("session", "show", "s1", "--json");
  expect(survived.code).toBe(0);
  expect(JSON.parse(survived.stdout).meta.warnings).toEqual([expect.stringContaining(`:${lines.length} was cut off`)]);
  expect(data(survived).events).toBe(lines.length);
  writeFileSync(file, [lines[0]?.slice(0, 40), ...lines.slice(1), ""].join("\n"));
  const broken = await outside("session", "show", "s1", "--json");
  expect(broken.code).toBe(2);
  expect(JSON.parse(broken.stdout).error).toMatchObject({
    code: "session_line_broken",
    detail: { file: file.slice(folder.length + 1), line: 1 },
  });
});

describe("a log that cannot be written: what only reads runs with a warning, what changes something is refused (i5)", () => {
  test.each(["logs/sessions/s1", "logs/sessions", "logs"])("%s is a plain file", async (place) => {
    const { root, call } = await inSession();
    renameSync(join(root, place), join(root, "aside"));
    writeFileSync(join(root, place), "");
    const wrote = await call("note", "add", "--text", "x", "--json");
    expect(JSON.parse(wrote.stdout).error).toMatchObject({ code: "session_unwritable", exit_code: 3 });
    expect(existsSync(join(root, "notes"))).toBe(false);
  });

  test.skipIf(process.getuid?.() !== 0)("it is read-only for this account", async () => {
    const { root, wrapper, folder } = await inSession();
    await run("chmod", ["-R", "a+rX", join(root, "..")]);
    writeFileSync(join(root, "notes"), "", { mode: 0o666 });
    const asNobody = (...words: string[]) =>
      run("setpriv", ["--reuid", "65534", "--clear-groups", wrapper, ...words], {
        cwd: root,
        env: { ...process.env, NICHE_SESSION: "s1", HOME: "/nonexistent" },
      });
    const read = await asNobody("note", "list", "--json");
    expect(read).toMatchObject({ code: 0 });
    expect(JSON.parse(read.stdout).meta.warnings).toEqual([expect.stringContaining("not recorded")]);
    const wrote = await asNobody("note", "add", "--text", "x", "--json");
    expect(JSON.parse(wrote.stdout).error).toMatchObject({ code: "session_unwritable", exit_code: 3 });
    expect(readFileSync(join(root, "notes"), "utf8")).toBe("");
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

test("a replay repeats no effect, twice gives the same, and adds nothing to the log (i8)", async () => {
  const { root, call, outside, folder } = await inSession();
  expect(await call("capability", "visible", "--goal", "add a note")).toMatchObject({ code: 0 });
  const added = await call("capability", "call", "--id", "local__note-add", "--input", '{"text":"once"}', "--json");
  expect([added.code, added.stdout]).toEqual([0, expect.stringContaining("once")]);
  const before = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
  const once = await outside("session", "replay", "s1", "--json");
  expect(once.code).toBe(0);
  expect(data(once)).toMatchObject({ turns: 1, differences: [] });
  expect(data(await outside("session", "replay", "s1", "--json"))).toEqual(data(once));
  expect(readFileSync(join(root, "notes"), "utf8")).toBe("once\n");
  expect(readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => [name, statSync(join(folder, name)).mtimeMs])).toEqual(
    before,
  );
  // Also when the tool has changed, and when it is gone.
  appendFileSync(join(root, "lib/note-add.ts"), "\n");
  rmSync(join(root, "lib/note-list.ts"));
  expect(data(await outside("session", "replay", "s1", "--json"))).toEqual(data(once));
});

test("no marker of a secret stands in any file of the log, and every line is JSON (h7)", async () => {
  const { call, folder } = await inSession();
  const headers = JSON.stringify({ request: { headers: { Authorization: `Bearer ${MARK}`, "x-api-key": MARK } } });
  await call(
    "note",
    "send",
    "--headers",
    headers,
    "--",
    `svc.token=${MARK}`,
    "--token",
    MARK,
    `https://me:${MARK}@example.org/?access_token=${MARK}`,
    `${MARK}-env`,
  );
  await call("capability", "visible", "--goal", `use password: ${MARK} to fetch https://example.org/?token=${MARK}`);
  await call("capability", "search", "--query", `token=${MARK}`);
  const text = logText(folder);
  // It is recorded what was called and asked, without them.
  for (const told of [
    "svc.token=[redacted]",
    '"--token","[redacted]"',
    "https://[redacted]@example.org",
    "use password: [redacted]",
    '"token=[redacted]"',
  ])
    expect(text).toContain(told);
  expect(text).not.toContain(MARK);
  // A `.name` beside a snapshot holds nothing but a digest.
  for (const line of text.split("\n").filter((one) => one !== "" && !/^[0-9a-f]{64}$/.test(one)))
    expect(() => JSON.parse(line)).not.toThrow();
});
