import { once } from "node:events";
import { chmodSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { interpreterOf } from "../../lib/support/doctor/check-tools.ts";
import { checkVersions } from "../../lib/support/doctor/check-versions.ts";
import type { Finding } from "../../lib/support/doctor/finding.ts";
import { bashTool } from "../support/project.ts";
import { type Fresh, freshFolder } from "./support/fresh-folder.ts";

/** A project as `project init` leaves it, with one tool and its registry, in git. */
async function sound(): Promise<Fresh> {
  const folder = freshFolder({ ".gitignore": "logs\n", "tools/note-count.sh": bashTool("note", "count", "echo 1") });
  chmodSync(join(folder.root, "tools/note-count.sh"), 0o755);
  await folder.shell("git init -q");
  expect((await folder.niche("project", "init", "--name", "shop")).code).toBe(0);
  expect((await folder.niche("registry", "generate")).code).toBe(0);
  return folder;
}

interface Diagnosed {
  code: number;
  fix: string[];
  findings: Finding[];
}

async function diagnose({ json }: Fresh): Promise<Diagnosed> {
  const { code, data, error } = await json("project", "doctor");
  return { code, fix: error?.fix ?? [], findings: (data ?? error.detail).findings };
}

const found = (findings: readonly Finding[]) => findings.map(({ check, severity }) => `${severity} ${check}`);

test("a project as project init and registry generate leave it has no finding", async () => {
  const { code, findings } = await diagnose(await sound());
  expect([code, findings]).toEqual([0, []]);
});

describe("each finding has a Fix that mends it", () => {
  test.each<[string, string, (folder: Fresh) => unknown]>([
    ["error registry", "a stale registry", ({ write }) => write("tools/note-list.sh", bashTool("note", "list", "true"), 0o755)],
    [
      "error line_ends",
      "CRLF in a tool",
      ({ write, read }) => write("tools/note-count.sh", read("tools/note-count.sh").replaceAll("\n", "\r\n"), 0o755),
    ],
    ["error line_ends", "CRLF in the wrapper", ({ write, read }) => write("bin/shop", read("bin/shop").replaceAll("\n", "\r\n"), 0o755)],
    ["error run_bit", "a wrapper without its run bit", ({ root }) => chmodSync(join(root, "bin/shop"), 0o644)],
    ["warning wrapper", "an older wrapper", ({ write, read }) => write("bin/shop", read("bin/shop").replace("set -u\n", ""), 0o755)],
    [
      "error wrapper",
      "a wrapper that names no dispatcher",
      ({ write, read }) => write("bin/shop", read("bin/shop").replaceAll("niche-dispatch", "niche-dispatxh"), 0o755),
    ],
    ["warning wrapper", "no wrapper", ({ shell }) => shell("rm bin/shop")],
    ["warning ignored", "caches that git would take", ({ write, shell }) => shell("rm .gitignore").then(() => write("logs/cache/x", ""))],
    ["error ignored", "a registry that git ignores", ({ write }) => write(".gitignore", "logs\n")],
    [
      "warning ignored",
      "a cache that git tracks",
      ({ shell }) => shell("mkdir -p logs/cache && touch logs/cache/x && git add -f logs/cache/x"),
    ],
    [
      "error run_bit",
      "a wrapper committed without its run bit",
      ({ shell }) => shell("git add bin/shop && git update-index --chmod=-x bin/shop"),
    ],
    ["note run_bit", "a tool without its run bit", ({ root }) => chmodSync(join(root, "tools/note-count.sh"), 0o644)],
    ["note settings", "a tool folder that is none", ({ write }) => write("niche.json", '{"subject":"shop","tool_path":["tools","more"]}')],
    ["error settings", "a tool folder that is misspelt", ({ write }) => write("niche.json", '{"subject":"shop","tool_path":["toolz"]}')],
    [
      "error settings",
      "a noun that does not exist",
      ({ write }) => write("niche.json", '{"subject":"shop","tool_path":["tools"],"shared_nouns":["regsitry"]}'),
    ],
  ])("%s: %s", async (kind, _, harm) => {
    const folder = await sound();
    await harm(folder);
    const { code, findings } = await diagnose(folder);
    const [finding] = findings.filter(({ check, severity }) => `${severity} ${check}` === kind);
    expect([kind, found(findings)]).toEqual([kind, expect.arrayContaining([kind])]);
    expect(code).toBe(findings.some(({ severity }) => severity === "error") ? 1 : 0);
    for (const line of finding?.fix ?? []) expect([line, (await folder.shell(line)).code]).toEqual([line, 0]);
    expect(found((await diagnose(folder)).findings)).not.toContain(kind);
  });
});

describe("what the user must decide or install is exit 3", () => {
  test.each<[string, (folder: Fresh) => unknown, RegExp]>([
    [
      "error interpreter",
      ({ write, read }) => write("tools/note-count.sh", read("tools/note-count.sh").replace("bash", "bash99"), 0o755),
      /bash99/,
    ],
    [
      "error two_of_one_name",
      ({ write }) => write("tools/note-count.py", bashTool("note", "count", "true"), 0o755),
      /two tools of one name/,
    ],
    ["error server", ({ write }) => write(".mcp.json", '{"mcpServers":{"far":{"command":"no-such-server"}}}'), /far.*no-such-server/],
    ["error server", ({ write }) => write(".mcp.json", '{"mcpServers":{"far":{"type":"http","url":"not a url"}}}'), /url/],
    ["error server", ({ write }) => write(".mcp.json", "{"), /not JSON/],
    [
      "error server",
      ({ write }) => write(".mcp.json", '{"mcpServers":{"far":{"command":"node","args":["--no-warnings","missing.js"]}}}'),
      /missing\.js does not exist/,
    ],
    [
      "error wrapper",
      ({ write }) => write("bin/own", '#!/usr/bin/env bash\nexec "${PROJECT_ROOT}/scripts/dispatcher.sh" "$@"\n', 0o755),
      /bin\/own starts scripts\/dispatcher\.sh, which does not exist/,
    ],
    [
      "error header",
      ({ write, read }) => write("tools/note-count.sh", read("tools/note-count.sh").replace("idempotent", "idempotint"), 0o755),
      /has no idempotent/,
    ],
  ])("%s", async (kind, harm, told) => {
    const folder = await sound();
    harm(folder);
    const { code, fix, findings } = await diagnose(folder);
    expect([code, found(findings)]).toEqual([3, expect.arrayContaining([kind])]);
    expect(fix[0]).toMatch(kind === "error header" ? /^In tools\/note-count\.sh, line \d+: / : /^Ask the user/);
    expect(findings.find(({ check }) => kind.endsWith(check))?.message).toMatch(told);
  });

  test("the worst finding decides, and all stand in the data", async () => {
    const folder = await sound();
    chmodSync(join(folder.root, "bin/shop"), 0o644);
    folder.write(".mcp.json", '{"mcpServers":{"far":{"command":"no-such-server"}}}');
    folder.write("tools/note-list.sh", bashTool("note", "list", "true"));
    const { code, findings } = await diagnose(folder);
    expect([code, found(findings)]).toEqual([3, ["error server", "error run_bit", "error registry", "note run_bit"]]);
  });
});

test("a server that can be started, one with a variable in its command, and one by its url are no findings", async () => {
  const folder = await sound();
  const servers = {
    a: { command: "bash" },
    b: { command: "${SOMEWHERE}/server" },
    c: { url: "https://example.org/mcp" },
    d: { command: "${X:-bash}" },
    e: { command: "node", args: ["-e", "0"] },
    f: { command: "python3", args: ["-m", "server"] },
    g: { command: "bash", args: ["-lc", "server"] },
    h: { command: "node", args: ["${WHERE}/server.js"] },
  };
  folder.write(".mcp.json", JSON.stringify({ mcpServers: servers }));
  expect((await diagnose(folder)).findings).toEqual([]);
});

test("a server on this machine that does not answer is a warning, one that does is none", async () => {
  const folder = await sound();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const servers = { near: { url: `http://127.0.0.1:${port}/mcp` }, gone: { url: "http://localhost:1" } };
  folder.write(".mcp.json", JSON.stringify({ mcpServers: servers }));
  const { code, findings } = await diagnose(folder);
  expect([code, found(findings)]).toEqual([0, ["warning server"]]);
  expect(findings[0]?.message).toContain("the server gone does not answer: nothing listens on localhost:1");
});

test("a hidden tool of the shared lib is a note, one of the project's own a warning", async () => {
  const folder = await sound();
  folder.write("niche.json", '{"subject":"shop","tool_path":["tools","more"]}');
  folder.write("more/note-count.sh", bashTool("note", "count", "true"), 0o755);
  folder.write("tools/docs-fetch.sh", bashTool("docs", "fetch", "true"), 0o755);
  await folder.niche("registry", "generate");
  const { code, findings } = await diagnose(folder);
  expect([code, found(findings)]).toEqual([0, ["warning shadowed", "note shadowed"]]);
});

test("settings that do not fit their schema are told before any tool runs, with line and Fix", async () => {
  const folder = await sound();
  folder.write("niche.json", '{\n  "subject": "shop",\n  "tool_paths": []\n}');
  const { code, error } = await folder.json("project", "doctor");
  expect([code, error.code]).toEqual([1, "settings_invalid"]);
  expect(error.message).toContain("niche.json:3");
  expect((await folder.shell(error.fix[0])).code).toBe(0);
  expect((await folder.json("project", "doctor")).error?.code).not.toBe("settings_invalid");
});

test("with any error, the text has a Fix beside every finding", async () => {
  const folder = await sound();
  chmodSync(join(folder.root, "tools/note-count.sh"), 0o644);
  folder.write("bin/shop", folder.read("bin/shop").replaceAll("niche-dispatch", "niche-dispatxh"), 0o755);
  const { code, stderr } = await folder.niche("project", "doctor");
  expect(code).toBe(1);
  expect(stderr).toMatch(/error: bin\/shop is .* it starts nothing\n {2}→ .*project init --name shop --yes\n/);
  expect(stderr).toMatch(/note: tools\/note-count\.sh has no run bit.*\n {2}→ chmod \+x tools\/note-count\.sh\n/);
});

test("works without git", async () => {
  const folder = freshFolder();
  await folder.niche("project", "init", "--name", "shop");
  await folder.niche("registry", "generate");
  expect((await diagnose(folder)).findings).toEqual([]);
});

test("an old Node.js is found", () => {
  const examined = { root: "/", subject: "shop", env: { PATH: process.env.PATH }, command: () => "shop", here: (line: string) => line };
  expect(checkVersions(examined, "18.19.0").map(({ message }) => message)).toEqual([
    "Node.js 18.19.0 runs the tools; nichekit needs 20 or later",
  ]);
  expect(checkVersions({ ...examined, env: { PATH: "/nowhere" } })[0]?.message).toContain("bash cannot be started");
});

test.each([
  ["/usr/bin/env bash", "bash"],
  ["/usr/bin/env -S node --no-warnings", "node"],
  ["/usr/bin/env LANG=C python3 -u", "python3"],
  ["/bin/sh -e", "/bin/sh"],
])("#!%s leads to %s", (shebang, program) => expect(interpreterOf(shebang)).toBe(program));
