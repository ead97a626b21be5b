import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashTool, moduleTool, project, repository } from "../support/project.ts";
import { run, shell } from "../support/run.ts";
import { call } from "./repository-tool.ts";

type Found = { file: string; line: number; rule: string; severity: string; instead: string };

const shown = (findings: readonly Found[]) => findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);

describe("tool lint", () => {
  test("passes an honest tool, and says what to run next", async () => {
    const honest = project({ "lib/note-show.sh": bashTool("note", "show", "echo note", ["summary: Show it.", "options: []"]) });
    const { code, data, next } = await call(honest, ["tool", "lint"]);
    expect([code, data]).toEqual([0, { tools: 1, faults: 0, warnings: 0, notes: 0, findings: [] }]);
    expect(next.map((line: string) => line.replace(/^.*acme'? /, ""))).toEqual(["tool verify --all"]);
  });

  test("gives each finding its file, its line and what to write instead; exit 2 with the command that checks again", async () => {
    const lying = project({
      "lib/note-show.sh": bashTool("note", "show", 'echo "$API_TOKEN"', [
        "examples: [note show --max 3, note list]",
        "options: []",
        "see_also: [note shwo]",
      ]),
      "lib/note-list.ts": moduleTool("note", "list", 'export const run = () => process.cwd() + "/home/me/x";'),
    });
    const { code, error } = await call(lying, ["tool", "lint"]);
    expect([code, error.code, error.layer, error.recoverable]).toEqual([2, "tool_not_as_declared", "precondition", "no"]);
    expect(shown(error.detail.findings)).toEqual([
      "lib/note-list.ts:11 absolute_path",
      "lib/note-list.ts:11 cwd_reliance",
      "lib/note-show.sh:8 example_refused",
      "lib/note-show.sh:8 example_unreadable",
      "lib/note-show.sh:12 env_undeclared",
      "lib/note-show.sh:10 see_also_unknown",
    ]);
    for (const one of error.detail.findings) expect(one.instead).not.toBe("");
    expect(error.fix).toEqual([expect.stringMatching(/ tool lint$/)]);
    for (const one of error.detail.findings.slice(0, 3)) expect(error.message).toContain(`${one.file}:${one.line}: `);
  });

  test("takes a tool by its words or by its file, from any folder", async () => {
    const one = project({
      "lib/note-show.sh": bashTool("note", "show", "echo"),
      "lib/note-list.sh": bashTool("note", "list", 'echo "$API_TOKEN"'),
    });
    for (const words of [["note", "show"], ["lib/note-show.sh"], [join(one.root, "lib/note-show.sh")]]) {
      expect(await call(one, ["tool", "lint", ...words])).toMatchObject({ code: 0, data: { tools: 1 } });
    }
    expect((await call(one, ["tool", "lint", "note-list.sh"], { cwd: join(one.root, "lib") })).error.code).toBe("tool_not_as_declared");
  });

  test("a shared tool is looked at where it is named, not with the project's own", async () => {
    const one = project({ "lib/note-show.sh": bashTool("note", "show", "echo") });
    expect((await call(one, ["tool", "lint"])).data.tools).toBe(1);
    expect((await call(one, ["tool", "lint", "docs", "fetch"])).data).toMatchObject({ tools: 1, faults: 0 });
  });

  test("an unknown tool is told with the nearest that there is", async () => {
    const one = project({ "lib/note-show.sh": bashTool("note", "show", "echo") });
    const { code, error } = await call(one, ["tool", "lint", "note", "shwo"]);
    expect([code, error.code]).toEqual([1, "proof_tool_unknown"]);
    expect(error.fix).toEqual([expect.stringMatching(/ tool lint note show$/)]);
    expect((await shell(error.fix[0], { cwd: one.root })).code).toBe(0);
  });

  test("a broken header, a header's bytes that are no text, and a link to nothing hide no other tool", async () => {
    const broken = project({
      "lib/note-a.sh": "#!/usr/bin/env bash\n# TOOL_META\n# noun: note\n# verb: a\n# preconditons: []\necho\n",
      "lib/note-b.sh": bashTool("note", "b", "echo $API_TOKEN"),
    });
    await shell("printf '#!/bin/sh\\n# TOOL_META\\n# noun: note\\n# verb: c\\xff\\n' > lib/note-c.sh; ln -s nowhere lib/note-d.sh", {
      cwd: broken.root,
    });
    const { error } = await call(broken, ["tool", "lint"]);
    const found = new Set(shown(error.detail.findings).map((line) => line.replace(/:\d+/, "")));
    expect([...found]).toEqual([
      "lib/note-a.sh header_broken",
      "lib/note-b.sh env_undeclared",
      "lib/note-c.sh header_broken",
      "lib/note-d.sh tool_vanished",
    ]);
  });

  test.each(["1a-go.sh", "n-2go.sh", "n_go.sh", "N-go.sh", "n.go.sh", "go.sh"])(
    "%s, whose name no call reaches, is told with all others and by its name; a file without a header is none",
    async (name) => {
      const one = project({
        [`lib/${name}`]: bashTool("n", "go", "echo"),
        "lib/README.md": "# Tools\n",
        "lib/Old_notes.txt": "TOOL_META\n",
      });
      for (const words of [[], [`lib/${name}`]]) {
        const { code, error } = await call(one, ["tool", "lint", ...words]);
        expect([code, shown(error.detail.findings)]).toEqual([2, [`lib/${name}:1 name_unreachable`]]);
      }
      const [found] = (await call(one, ["tool", "lint"])).error.detail.findings;
      if (name === "go.sh") return expect(found.instead).toBe("Rename lib/go.sh to <noun>-<verb>.sh");
      expect((await shell(found.instead, { cwd: one.root })).code).toBe(0);
      expect((await call(one, ["tool", "lint"])).error?.detail.findings.map(({ rule }: Found) => rule) ?? []).not.toContain(
        "name_unreachable",
      );
    },
  );

  test("output into files, writes to absolute paths and pushes are suspected where the header says nothing of them", async () => {
    const lie = (verb: string, body: string, header: readonly string[] = []) => bashTool("lie", verb, body, ["options: []", ...header]);
    const lying = project({
      "lib/lie-a.sh": lie("a", "echo a >out"),
      "lib/lie-b.sh": lie("b", "echo a >/srv/app/out", ["side_effects: [writes out]"]),
      "lib/lie-c.sh": lie("c", "git push origin main", ["side_effects: [process git]"]),
      "lib/lie-d.sh": lie("d", "echo a >/srv/app/out; git push", ["side_effects: [writes /srv/app, network write host.example]"]),
      "lib/lie-e.sh": lie("e", "cat <<E\na > b\nE\nls 2>/dev/null >&2"),
    });
    const { code, data } = await call(lying, ["tool", "lint"]);
    expect([code, shown(data.findings)]).toEqual([
      0,
      ["lib/lie-a.sh:10 effect_suspected", "lib/lie-b.sh:10 effect_suspected", "lib/lie-c.sh:10 effect_suspected"],
    ]);
  });

  test("a project without tools, and one that cannot be written, are looked at all the same", async () => {
    const none = project();
    expect((await call(none, ["tool", "lint"])).data).toMatchObject({ tools: 0, faults: 0 });
    rmSync(join(none.root, "lib"), { recursive: true, force: true });
    expect((await call(none, ["tool", "lint"])).code).toBe(0);
  });

  test("loads neither zod nor yaml nor a checker while the registry is fresh", async () => {
    const one = project({ "lib/note-show.sh": bashTool("note", "show", "echo") });
    await run(one.wrapper, ["registry", "generate"], { cwd: one.root });
    const { output } = spawnSync(
      process.execPath,
      ["--require", join(repository, "test/support/trace-loads.cjs"), join(repository, "dist/loader.cjs"), "tool", "lint"],
      {
        cwd: one.root,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          PROJECT_ROOT: one.root,
          SUBJECT: "acme",
          SUBJECT_COMMAND: "acme",
          NICHE_STDOUT: "3",
        },
        stdio: ["ignore", "ignore", "ignore", "ignore", "pipe"],
        encoding: "utf8",
      },
    );
    const { chunks, packages } = JSON.parse(output[4] ?? "");
    // Which of the small ones depends on what is kept from the call before.
    const small = ["dispatcher/main", "lib/tool-lint", "registry/error/catalogue", "registry/project/locate-by-header"];
    expect([chunks.filter((chunk: string) => !small.includes(chunk)), packages]).toEqual([[], []]);
  });
});
