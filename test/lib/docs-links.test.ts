import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "../support/project.ts";
import { run, shell } from "../support/run.ts";
import { call, repositoryProject } from "./repository-tool.ts";

const found = (data: { broken: { line: number; target: string }[] }) => data.broken.map(({ line, target }) => [line, target]);

describe("docs links", () => {
  test("tells each link whose file or heading does not exist, with its line", async () => {
    const page = [
      "---",
      "see: [x](frontmatter.md)",
      "---",
      "# Title",
      "[ok](other.md) [gone](gone.md) ![picture](img/none.png)",
      "[same](#title) [nowhere](#nowhere) [there](other.md#two-words) [not there](other.md#three)",
      "[root](/README.md) [outside](https://example.org/x) [mail](mailto:a@b.c) [space](<with space.md>) [coded](with%20space.md)",
      "[ref]: missing.md 'title'",
      '<img src="no.png"> [brackets [inner]](in.md) [round](a_(b).md)',
    ].join("\n");
    const { code, data } = await call(
      repositoryProject({
        "README.md": "# Read",
        "docs/patterns/page.md": page,
        "docs/patterns/other.md": "# Other\n\nTwo *words*\n-----\n",
        "docs/patterns/with space.md": "",
        "docs/patterns/a_(b).md": "",
      }),
      ["docs", "links"],
    );
    expect(code).toBe(0);
    expect(found(data)).toEqual([
      [5, "gone.md"],
      [5, "img/none.png"],
      [6, "#nowhere"],
      [6, "other.md#three"],
      [8, "missing.md"],
      [9, "in.md"],
      [9, "no.png"],
    ]);
    expect([data.files, data.count]).toEqual([4 + 1, 7]);
  });

  test("what stands in code and comments is no link", async () => {
    const page =
      "`[a](a.md)` ``[b](b`.md)``\n\n```md\n[c](c.md)\n~~~\n[d](d.md)\n```\n\n<!-- [e](e.md)\n[f](f.md) -->\n~~~~\n[g](g.md)\n~~~\n~~~~\n";
    const { data } = await call(repositoryProject({ "docs/patterns/page.md": page }), ["docs", "links"]);
    expect(data).toMatchObject({ count: 0, broken: [], links: 0 });
  });

  test("anchors are those that GitHub gives: repeated ones numbered, punctuation gone, other scripts kept", async () => {
    const headings = "# A & b: `code`\n## Same\n## Same\n## 日本語 の見出し\n## [Linked](x.md) _word_ #\n## snake_case\n";
    const links = ["a--b-code", "same", "same-1", "日本語-の見出し", "linked-word", "snake_case", "same-2"].map(
      (one) => `[x](h.md#${one})`,
    );
    const project = repositoryProject({ "docs/patterns/h.md": headings, "docs/patterns/x.md": links.join("\n") });
    const { data } = await call(project, ["docs", "links"]);
    expect(data.broken.map(({ target }: { target: string }) => target)).toEqual(["h.md#same-2"]);
  });

  test("named files and folders are checked instead, relative to where the caller stands", async () => {
    const project = repositoryProject({ "docs/patterns/a.md": "[x](none.md)", "notes/b.md": "[y](none.md)" });
    const { data } = await call(project, ["docs", "links", "b.md"], { cwd: join(project.root, "notes") });
    expect(data.broken).toEqual([{ file: "notes/b.md", line: 1, target: "none.md", reason: "no such file" }]);
  });

  test("a link in a circle of folders ends, and a spelling in other case is no match", async () => {
    const project = repositoryProject({ "docs/patterns/a.md": "[x](B.md)", "docs/patterns/b.md": "" });
    symlinkSync(".", join(project.root, "docs/patterns/loop"));
    const { data } = await call(project, ["docs", "links"]);
    expect(data.broken.map(({ file }: { file: string }) => file)).toEqual(["docs/patterns/a.md"]);
  });

  test("a name that does not exist is exit 1 with a Fix that runs; so is a missing DOCS_DIR", async () => {
    const project = repositoryProject({ "docs/patterns/a.md": "" });
    const { code, error } = await call(project, ["docs", "links", "none.md"]);
    expect([code, error.recoverable]).toEqual([1, "yes"]);
    expect((await shell(error.fix[0], { cwd: project.root })).code).toBe(0);
    const empty = repositoryProject({});
    const missing = await call(empty, ["docs", "links"]);
    expect(missing.code).toBe(1);
    for (const fix of missing.error.fix) expect((await shell(fix, { cwd: empty.root })).code).toBe(0);
    expect((await call(empty, ["docs", "links"])).code).toBe(0);
  });

  test("what is named like a page and cannot be read is told, and the others are checked", async () => {
    const project = repositoryProject({ "docs/patterns/a.md": "[x](none.md)" });
    symlinkSync("nowhere.md", join(project.root, "docs/patterns/b.md"));
    const { data } = await call(project, ["docs", "links"]);
    expect([data.count, data.skipped]).toEqual([1, [{ file: "docs/patterns/b.md", reason: "not a file" }]]);
  });

  test("no link of this repository's own documents is broken", async () => {
    const { stdout } = await run("bin/myproject", ["docs", "links", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "--json"], {
      cwd: repository,
    });
    const { data } = JSON.parse(stdout);
    expect(data.broken).toEqual([]);
    expect(data.links).toBeGreaterThan(20);
  });
});
