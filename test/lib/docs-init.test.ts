import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run as fetchDocs } from "../../lib/docs-fetch.ts";
import { run as index } from "../../lib/docs-index.ts";
import { render, run } from "../../lib/docs-init.ts";
import { fakeContext } from "./support/fake-context.ts";
import { tempProject } from "./support/temp-project.ts";

describe("docs init", () => {
  it("makes DOCS_DIR with a first page, after which docs index and docs fetch succeed", async () => {
    const project = tempProject();
    const context = fakeContext(project.env);
    const data = await run({}, context);
    expect(data).toEqual({ docs_dir: "docs", created: ["docs/README.md"], documents: 0 });
    expect(context.nexts).toEqual(["docs index"]);
    expect(readFileSync(join(project.docs, "README.md"), "utf8")).toContain("acme docs fetch --keywords document");
    await index({}, fakeContext(project.env));
    expect((await fetchDocs({ keywords: ["frontmatter"] }, fakeContext(project.env))).count).toBeGreaterThan(0);
  });

  it("does nothing where there are documents, and says so", async () => {
    const project = tempProject({ "docs/deep/a.md": "# Mine" });
    const data = await run({}, fakeContext(project.env));
    expect(data).toEqual({ docs_dir: "docs", created: [], documents: 1 });
    expect(render(data)).toContain("already");
    expect(existsSync(join(project.docs, "README.md"))).toBe(false);
  });

  it("never overwrites: a first page that is no document of ours stays", async () => {
    const project = tempProject({ "docs/README.md/file.txt": "a folder of that name" });
    expect((await run({}, fakeContext(project.env))).created).toEqual([]);
    expect(existsSync(join(project.docs, "README.md/file.txt"))).toBe(true);
  });

  it("makes nothing on a dry run, and tells what it would make", async () => {
    const project = tempProject();
    expect((await run({}, fakeContext(project.env, { dryRun: true }))).created).toEqual(["docs/README.md"]);
    expect(existsSync(project.docs)).toBe(false);
  });

  it("asks the user where DOCS_DIR is a file or cannot be made", async () => {
    const project = tempProject({ docs: "a file" });
    await expect(Promise.resolve().then(() => run({}, fakeContext(project.env)))).rejects.toMatchObject({
      code: "docs_dir_not_a_directory",
      recoverable: "user-action-required",
    });
    const below = { ...project.env, DOCS_DIR: join(project.root, "docs", "below") };
    await expect(Promise.resolve().then(() => run({}, fakeContext(below)))).rejects.toMatchObject({ recoverable: "user-action-required" });
  });
});
