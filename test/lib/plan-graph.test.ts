import { expect, test } from "vitest";
import { effectTool, GUIDELINE, planner } from "./plan-project.ts";

test("Mermaid groups the tools by noun, and an edge bears the path that one makes and the other needs", async () => {
  const { plan } = planner({
    ...GUIDELINE,
    "lib/site-build.sh": effectTool("site", "build", ["side_effects: ['reads build/*', 'writes \"my site\"']"]),
    "lib/site-show.sh": effectTool("site", "show", []),
  });
  const { code, stdout } = await plan(["graph", "docs", "site"]);
  expect(code).toBe(0);
  const verb = (name: string) => new RegExp(`(t\\d+)\\["${name}"\\]`).exec(stdout)?.[1];
  expect(stdout).toMatch(/^flowchart LR\n {2}subgraph n0\["docs"\]\n/);
  expect(stdout).toContain('["show"]');
  expect(stdout).toContain('(["build/index"])');
  expect(stdout).toMatch(new RegExp(`${verb("index")} --> p0`));
  expect(stdout).toMatch(new RegExp(`p0 --> ${verb("fetch")}`));
  expect(stdout).toMatch(new RegExp(`p0 -.-> ${verb("build")}`));
});

test("JSON has the tools, the edges, the cycles and what nothing provides", async () => {
  const { json } = planner({ ...GUIDELINE, "lib/site-show.sh": effectTool("site", "show", ["preconditions: [site exists]"]) });
  const { data } = await json(["graph", "docs", "site", "--format", "json"]);
  const own = data.edges.filter(({ path }: { path: string }) => path === "build/index");
  expect(own).toEqual([
    { from: "local__docs-import", to: "local__docs-fetch", kind: "provides", path: "build/index" },
    { from: "local__docs-index", to: "local__docs-fetch", kind: "provides", path: "build/index" },
  ]);
  expect(data.unprovided).toContainEqual({ needs: "local__site-show", precondition: "site exists" });
});

test("a hundred tools around one file are a hundred lines or so, not thousands", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => {
      const [noun, verb] = [`n${at % 8}`, `v${at}`];
      return [
        `lib/${noun}-${verb}.sh`,
        effectTool(noun, verb, at < 50 ? ["side_effects: [writes shared]"] : ["preconditions: [shared exists]"]),
      ];
    }),
  );
  const { plan } = planner(many);
  const { stdout } = await plan(["graph"]);
  expect(stdout.split("\n").length).toBeLessThan(300);
});

test("an unknown noun gets its nearest spelling", async () => {
  const { json } = planner();
  const { code, error } = await json(["graph", "dosc"]);
  expect([code, error.code]).toEqual([1, "unknown_noun"]);
  expect(error.fix[0]).toMatch(/plan graph docs$/);
});
