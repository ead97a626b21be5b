import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, project } from "../support/project.ts";
import { run, shell } from "../support/run.ts";

const text = "Fetch 議事録 and 🎉 of the day.";
const header = [
  "noun: read",
  "verb: note",
  `summary: "${text}"`,
  "preconditions: [NOTES is set]",
  "idempotent: true",
  "side_effects: []",
  "env: [NOTES]",
  "options:",
  "  - {name: day, type: string}",
];

interface Entry {
  id: string;
  source: string;
  sha256: string;
  seal?: string;
}

async function entries(root: string, wrapper: string, env: NodeJS.ProcessEnv = process.env): Promise<Entry[]> {
  const ran = await run(wrapper, ["registry", "generate", "--json"], { cwd: root, env });
  expect(JSON.parse(ran.stdout).ok, ran.stdout).toBe(true);
  return JSON.parse(readFileSync(join(root, "logs/tool-registry.json"), "utf8")).tools.filter((tool: Entry) =>
    tool.source.startsWith("lib/"),
  );
}

const lf = `#!/usr/bin/env bash\n# TOOL_META\n${header.map((line) => `# ${line}\n`).join("")}\necho "$ARG_DAY"\n`;

describe("a1: the same tool saved in other ways", () => {
  test("gives the identical entry from LF, CRLF, with a byte order mark, and under LC_ALL=C", async () => {
    const variants = [lf, lf.replaceAll("\n", "\r\n"), `\uFEFF${lf}`, lf];
    const found: Entry[] = [];
    for (const [at, variant] of variants.entries()) {
      const { root, wrapper } = project({ "lib/read-note.sh": variant });
      const [entry] = await entries(root, wrapper, at === 3 ? { ...process.env, LC_ALL: "C", LANG: "C" } : process.env);
      expect(JSON.stringify(entry)).not.toContain("\\r");
      found.push(entry as Entry);
    }
    expect(found[0]).toMatchObject({ summary: text });
    for (const entry of found) expect(entry).toEqual(found[0]);
  });

  test.each([
    ["CRLF", lf.replaceAll("\n", "\r\n"), "shebang_crlf"],
    ["a byte order mark", `\uFEFF${lf}`, "shebang_bom"],
  ])("a shebang with %s is told by generate and check, and at the call, each with a Fix that runs", async (_, variant, code) => {
    const { root, wrapper } = project({ "lib/read-note.sh": variant });
    const told = await run(wrapper, ["registry", "generate", "--json"], { cwd: root });
    expect(JSON.parse(told.stdout).meta.warnings.join()).toContain("lib/read-note.sh:1");
    expect((await run(wrapper, ["registry", "check", "--json"], { cwd: root })).stdout).toContain("lib/read-note.sh:1");
    const env = { ...process.env, NOTES: "x" };
    const ran = await run(wrapper, ["read", "note", "--day", "1", "--json"], { cwd: root, env });
    const { error } = JSON.parse(ran.stdout);
    expect([error.code, ran.code]).toEqual([code, 1]);
    expect((await shell(error.fix[0], { cwd: root })).code).toBe(0);
    expect((await run(wrapper, ["read", "note", "--day", "1"], { cwd: root, env })).stdout).toBe("1\n");
  });
});

describe("a3: unquoted colon and space", () => {
  test("the tool keeps every field of its header, or is refused; it never runs with less than it declared", async () => {
    const body = bashTool("prepare", "kit", "touch ran", [
      "summary: Prepare the kit: hooks and servers",
      "preconditions: [GATE is set]",
      "side_effects: [deletes build]",
    ]);
    const { root, wrapper } = project({ "lib/prepare-kit.sh": body });
    const [entry] = await entries(root, wrapper);
    expect(entry).toMatchObject({
      summary: "Prepare the kit: hooks and servers",
      preconditions: [{ kind: "set", name: "GATE" }],
      side_effects: [{ kind: "deletes" }],
    });
    expect((await run(wrapper, ["prepare", "kit"], { cwd: root })).code).toBe(3);
  });
});

describe("a4: what looks like a key in an example", () => {
  test("stays text", async () => {
    const sample = "```\nverb: other\n@verb other\n```\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-verb: old\n+verb: new";
    const yaml = `#!/usr/bin/env bash\n# TOOL_META\n${header.map((line) => `# ${line}\n`).join("")}# examples:\n#   - |\n${sample
      .split("\n")
      .map((line) => `#     ${line}\n`)
      .join("")}\n`;
    const tags = `/**\n * TOOL_META\n * Read it.\n *\n * @noun read\n * @verb tag\n * @precondition none\n * @side_effect none\n * @idempotent true\n * @example\n${sample
      .split("\n")
      .slice(0, 4)
      .map((line) => ` * ${line}\n`)
      .join("")} */\nexport const run = () => 1;\n`;
    const { root, wrapper } = project({ "lib/read-note.sh": yaml, "lib/read-tag.ts": tags });
    const found = await entries(root, wrapper);
    expect(found).toMatchObject([
      { verb: "note", examples: [expect.stringContaining("+verb: new")] },
      { verb: "tag", examples: [expect.stringContaining("@verb other")] },
    ]);
  });
});

describe("a5: comment styles", () => {
  test("`#`, `//`, `/* */` and a docstring, behind `env -S` and a licence, give the same entry", async () => {
    const own = header.filter((line) => !line.startsWith("verb:"));
    const lines = (mark: string, verb: string) => ["TOOL_META", `verb: ${verb}`, ...own].map((line) => `${mark}${line}\n`).join("");
    const files = {
      "lib/read-hash.sh": `#!/usr/bin/env -S bash -u\n# Copyright Somebody\n# MIT\n\n${lines("# ", "hash")}\ntrue\n`,
      "lib/read-slash.ts": `// Copyright Somebody\n\n${lines("// ", "slash")}\nexport const run = () => 1;\n`,
      "lib/read-star.js": `/* Copyright Somebody */\n/*\n${lines(" * ", "star")} */\nexport const run = () => 1;\n`,
      "lib/read-block.ts": `/*\n${lines("", "block")}*/\nexport const run = () => 1;\n`,
      "lib/read-doc.py": `#!/usr/bin/env -S python3 -B\n# Copyright Somebody\n"""\n${lines("", "doc")}"""\n`,
    };
    const { root, wrapper } = project(files);
    const found = await entries(root, wrapper);
    expect(found).toHaveLength(5);
    const same = found.map(({ id: _, source: _s, sha256: _h, seal: _l, ...rest }) => ({ ...rest, verb: "", runner: "", tokens: "" }));
    for (const entry of same) expect(entry).toEqual(same[0]);
  });
});
