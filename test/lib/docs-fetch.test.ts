import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { render, run } from "../../lib/docs-fetch.ts";
import { run as index } from "../../lib/docs-index.ts";
import { exitCodeOf } from "../../registry/error/tool-error.ts";
import { fakeContext } from "./support/fake-context.ts";
import { type TempProject, tempProject } from "./support/temp-project.ts";

const PAGES = {
  "docs/lambda.md":
    "---\nkeywords: [serverless]\n---\n# Lambda functions\n\nHow a function is deployed.\n\n## Timeouts\n\nA CDK stack sets the timeout of a lambda.\n",
  "docs/cdk.md":
    "# CDK stacks\n\nA stack is written with the CDK. It may hold a lambda.\n\n## Deploy\n\nRun `deployStack` from `stack-tools.ts`.\n",
  "docs/hooks/use-foo.md": "# The useFoo hook\n\nReact hooks begin with use.\n\n## Rules\n\nNever call useFoo in a loop.\n",
  "docs/ja/minutes.md": "# 議事録の検索\n\n会議の議事録を探すための手順です。ﾌﾟﾚｰｽﾎﾙﾀﾞｰも使えます。\n",
  "docs/zh/deploy.md": "# 部署指南\n\n如何部署应用程序。\n",
  "docs/ko/deploy.md": "# 배포 안내\n\n애플리케이션을 배포하는 방법.\n",
};

async function indexed(files: Record<string, string> = PAGES): Promise<TempProject> {
  const project = tempProject(files);
  await index({}, fakeContext(project.env));
  return project;
}
const paths = async (project: TempProject, keywords: string[], more: { mode?: "any" | "all" } = {}): Promise<string[]> =>
  (await run({ keywords, ...more }, fakeContext(project.env))).results.map((result) => result.path);

describe("docs fetch", () => {
  it("gives ranked sections with path, line, heading path, excerpt, score, tokens and the reason", async () => {
    const project = await indexed();
    const data = await run({ keywords: ["cdk", "lambda"] }, fakeContext(project.env));
    expect(data.count).toBe(data.results.length);
    expect(
      data.results
        .slice(0, 2)
        .map((result) => result.path)
        .sort(),
    ).toEqual(["docs/cdk.md", "docs/lambda.md"]);
    expect(data.results.find((result) => result.line === 8)).toEqual({
      path: "docs/lambda.md",
      line: 8,
      title: "Lambda functions",
      heading_path: ["Lambda functions", "Timeouts"],
      score: expect.any(Number),
      tokens: 11,
      excerpt: "A CDK stack sets the timeout of a lambda.",
      why: ["cdk: in text", "lambda: in keywords or path, title or headings above, text"],
    });
    const scores = data.results.map((result) => result.score);
    expect(Math.max(...scores)).toBe(scores[0]);
    expect(data).toMatchObject({ note: null, not_found: [], suggestions: [], stale: null });
  });

  it("finds an identifier by its whole in any spelling, and by its parts", async () => {
    const project = await indexed();
    for (const keyword of ["deployStack", "deploy_stack", "deploy-stack", "deploystack", "DEPLOY_STACK"])
      expect((await paths(project, [keyword]))[0]).toBe("docs/cdk.md");
    expect(await paths(project, ["stack-tools.ts"])).toContain("docs/cdk.md");
    expect((await paths(project, ["foo"]))[0]).toBe("docs/hooks/use-foo.md");
  });

  it("finds Japanese, Chinese and Korean by any part of a word, and across widths", async () => {
    const project = await indexed();
    for (const keyword of ["議事録", "検索", "議事録を探したい", "プレースホルダー", "ホルダ", "録"])
      expect((await paths(project, [keyword]))[0]).toBe("docs/ja/minutes.md");
    expect(await paths(project, ["部署"])).toEqual(["docs/zh/deploy.md"]);
    expect(await paths(project, ["배포"])).toEqual(["docs/ko/deploy.md"]);
  });

  it("puts a heading before a mention, and a frontmatter keyword before nothing", async () => {
    const project = await indexed();
    expect((await paths(project, ["lambda"]))[0]).toBe("docs/lambda.md");
    expect((await paths(project, ["serverless"]))[0]).toBe("docs/lambda.md");
  });

  it("puts words side by side before the same words apart", async () => {
    const project = await indexed({
      "docs/a.md": "# A\n\nThe error was found where a code of ours began to run.",
      "docs/b.md": "# B\n\nEach failure has an error code that tells what it is.",
    });
    expect((await paths(project, ["error code"]))[0]).toBe("docs/b.md");
  });

  it("finds English words in other inflections", async () => {
    const project = await indexed();
    expect((await paths(project, ["deploying functions"])).slice(0, 1)).toEqual(["docs/lambda.md"]);
  });

  it("wants every keyword with --mode all, and says so if no section has them all", async () => {
    const project = await indexed();
    expect((await paths(project, ["cdk", "lambda"], { mode: "all" })).sort()).toEqual(["docs/cdk.md", "docs/lambda.md"]);
    expect(await paths(project, ["議事録", "手順"], { mode: "all" })).toEqual(["docs/ja/minutes.md"]);
    const none = await run({ keywords: ["lambda", "議事録"], mode: "all" }, fakeContext(project.env));
    expect([none.count, none.note]).toEqual([0, expect.stringContaining("--mode any")]);
  });

  it("says that nothing was found and suggests near words of the index, as they are written", async () => {
    const project = await indexed();
    const context = fakeContext(project.env);
    const data = await run({ keywords: ["lamdba"] }, context);
    expect(data).toMatchObject({ count: 0, total: 0, results: [], not_found: ["lamdba"], note: "No section holds the keyword." });
    expect(data.suggestions).toEqual([{ for: "lamdba", words: ["lambda"] }]);
    expect(context.nexts).toEqual(["docs fetch --keywords lambda"]);
    expect(render(data)).toBe("No section holds the keyword.\nNot found: lamdba. Near words: lambda");
    expect((await run({ keywords: ["functoin"] }, fakeContext(project.env))).suggestions[0]?.words[0]).toMatch(/^functions?$/);
  });

  it("names the keyword that nothing holds beside others that are found", async () => {
    const project = await indexed();
    const data = await run({ keywords: ["cdk", "zzzzz"] }, fakeContext(project.env));
    expect(data.count).toBeGreaterThan(0);
    expect(data).toMatchObject({ not_found: ["zzzzz"], note: null });
  });

  it("keeps to --limit and --budget", async () => {
    const project = await indexed();
    expect((await run({ keywords: ["lambda", "cdk"], limit: 1 }, fakeContext(project.env))).count).toBe(1);
    const small = await run({ keywords: ["lambda", "cdk"], full: true, budget: 12 }, fakeContext(project.env));
    expect(small.tokens).toBeLessThanOrEqual(12);
    expect(small.count).toBeGreaterThan(0);
  });

  it("gives the whole section with --full", async () => {
    const project = await indexed();
    const { results } = await run({ keywords: ["deployStack"], full: true, limit: 1 }, fakeContext(project.env));
    expect(results[0]).toMatchObject({ text: "Run `deployStack` from `stack-tools.ts`." });
    expect(results[0]).not.toHaveProperty("excerpt");
  });

  it("gives the same answer each time", async () => {
    const project = await indexed();
    const ask = () => run({ keywords: ["cdk", "hooks", "議事録"] }, fakeContext(project.env));
    expect(await ask()).toEqual(await ask());
  });

  it("takes what looks like search syntax as text", async () => {
    const project = await indexed();
    for (const keyword of [
      '"lambda',
      "lambda*",
      "lambda OR",
      "heading:lambda",
      "(lambda",
      "lambda'); DROP TABLE files; --",
      "NEAR(lambda)",
    ])
      expect(await paths(project, [keyword])).toContain("docs/lambda.md");
  });

  it("refuses keywords that hold nothing to look for, and numbers below 1, with a Fix", async () => {
    const project = await indexed();
    await expect(run({ keywords: ["", "--"] }, fakeContext(project.env))).rejects.toMatchObject({
      code: "docs_keywords_empty",
      layer: "precondition",
      fix: ["acme docs fetch --help"],
    });
    await expect(run({ keywords: ["a"], limit: 0 }, fakeContext(project.env))).rejects.toMatchObject({ code: "docs_number_invalid" });
    await expect(run({ keywords: ["a"], budget: -5 }, fakeContext(project.env))).rejects.toMatchObject({ code: "docs_number_invalid" });
  });

  it("warns with the Fix when documents were added, changed or removed since", async () => {
    const project = await indexed();
    project.write("docs/new.md", "# New");
    project.write("docs/cdk.md", "# CDK\n\nchanged");
    rmSync(join(project.docs, "zh/deploy.md"));
    const context = fakeContext(project.env);
    expect((await run({ keywords: ["cdk"] }, context)).stale).toEqual({ added: 1, changed: 1, removed: 1 });
    expect(context.warnings).toEqual([
      "The index is older than the documents (1 document added, 1 changed, 1 removed). Fix: acme docs index",
    ]);
    expect(context.nexts).toContain("docs index");
    await index({}, fakeContext(project.env));
    expect((await run({ keywords: ["cdk"] }, fakeContext(project.env))).stale).toBeNull();
  });

  it("does not call an index stale for files that were only touched", async () => {
    const project = await indexed();
    for (const name of ["cdk.md", "lambda.md"]) utimesSync(join(project.docs, name), new Date(), new Date("2020-01-01"));
    expect((await run({ keywords: ["cdk"] }, fakeContext(project.env))).stale).toBeNull();
  });

  it("calls an index broken that cannot serve, and its Fix mends it", async () => {
    const damages: [string, (file: string, whole: Buffer) => void][] = [
      ["garbage", (file) => writeFileSync(file, "garbage ".repeat(900))],
      ["no bytes", (file) => writeFileSync(file, "")],
      ["a cut file", (file, whole) => writeFileSync(file, whole.subarray(0, whole.length >> 1))],
      [
        "another format",
        (file, whole) => writeFileSync(file, Buffer.concat([whole.subarray(0, 60), Buffer.from([0, 0, 0, 99]), whole.subarray(64)])),
      ],
      [
        "bytes changed inside",
        (file, whole) => writeFileSync(file, Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100, 0x5a)])),
      ],
      ["a folder", (file) => mkdirSync(file)],
    ];
    for (const [name, damage] of damages) {
      const project = await indexed();
      const whole = readFileSync(project.index);
      rmSync(project.index);
      damage(project.index, whole);
      const error: unknown = await Promise.resolve(run({ keywords: ["cdk"] }, fakeContext(project.env))).catch((caught) => caught);
      expect(error, name).toMatchObject({
        code: "docs_index_broken",
        layer: "runtime",
        recoverable: "yes",
        fix: ["acme docs index --rebuild"],
      });
      expect(exitCodeOf(error as never)).toBe(2);
      await index({ rebuild: true }, fakeContext(project.env));
      expect((await paths(project, ["cdk"]))[0], name).toBe("docs/cdk.md");
    }
  });

  it("says which command makes an index that is missing", async () => {
    const project = tempProject(PAGES);
    await expect(run({ keywords: ["cdk"] }, fakeContext(project.env))).rejects.toMatchObject({
      code: "docs_index_missing",
      layer: "precondition",
      recoverable: "yes",
      fix: ["acme docs index"],
    });
  });
});
