import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { shell } from "../support/run.ts";
import { call, repositoryProject } from "./repository-tool.ts";

const long = (lines: number) => "x\n".repeat(lines);

describe("repo lines", () => {
  test("lists the source files above the limit, longest first, and counts all of them", async () => {
    const files = {
      "src/a.ts": long(12),
      "src/b.py": long(20),
      "src/c.sh": long(10),
      "readme.md": long(99),
      tool: `#!/bin/sh\n${long(14)}`,
    };
    const project = repositoryProject(files);
    const wrapper = readFileSync(project.wrapper, "utf8").split("\n").length - 1;
    const { code, data } = await call(project, ["repo", "lines", "--max", "10"]);
    expect(code).toBe(0);
    const { longer, ...counts } = data;
    expect(counts).toEqual({ max: 10, files: 5, lines: wrapper + 10 + 12 + 20 + 15, count: 4 });
    expect(longer).toContainEqual({ path: "bin/acme", lines: wrapper });
    expect(longer.filter(({ path }: { path: string }) => path !== "bin/acme")).toEqual([
      { path: "src/b.py", lines: 20 },
      { path: "tool", lines: 15 },
      { path: "src/a.ts", lines: 12 },
    ]);
  });

  test("leaves out what Git ignores", async () => {
    const { data } = await call(repositoryProject({ "ignored/x.ts": long(50) }), ["repo", "lines", "--max", "40"]);
    expect(data.longer).toEqual([]);
    expect(data.count).toBe(0);
  });

  test("names files exactly, whatever their names hold", async () => {
    const names = ['a "quoted" one.ts', "back\\slash.ts", "new\nline.ts", "日本 語.ts", "-dash.ts", "a=b.ts"];
    const project = repositoryProject(Object.fromEntries(names.map((name) => [name, long(40)])));
    const { data } = await call(project, ["repo", "lines", "--max", "30", "--ext", "ts"]);
    expect(data.longer.map(({ path }: { path: string }) => path).sort()).toEqual([...names].sort());
  });

  test("outside a Git work tree it is exit 1 with a Fix that makes the same call succeed", async () => {
    const project = repositoryProject({ "a.ts": "x\n" }, { git: false });
    const { code, error } = await call(project, ["repo", "lines"]);
    expect([code, error.layer, error.recoverable]).toEqual([1, "precondition", "yes"]);
    for (const fix of error.fix) expect((await shell(fix, { cwd: project.root })).code).toBe(0);
    expect((await call(project, ["repo", "lines"])).code).toBe(0);
  });

  test("a limit below 1 is refused with a line that runs", async () => {
    const project = repositoryProject({});
    const { code, error } = await call(project, ["repo", "lines", "--max", "0"]);
    expect(code).toBe(1);
    expect((await shell(error.fix[0], { cwd: project.root })).code).toBe(0);
  });
});
