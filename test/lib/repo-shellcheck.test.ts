import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call, repositoryProject } from "./repository-tool.ts";

const UNQUOTED = "#!/bin/bash\n# → $1\nls $1\n";

describe("repo shellcheck", () => {
  test("gives the findings of every shell script, told by its name or its first line, as data", async () => {
    const files = { "a.sh": UNQUOTED, "tool with space": UNQUOTED, "not.py": UNQUOTED, "ignored/b.sh": UNQUOTED };
    const { code, data } = await call(repositoryProject(files), ["repo", "shellcheck"], { env: { ...process.env, LC_ALL: "C" } });
    expect(code).toBe(0);
    const found = data.findings.map(({ file, line, code }: { file: string; line: number; code: number }) => [file, line, code]);
    expect(found.sort()).toEqual([
      ["a.sh", 3, 2086],
      ["tool with space", 3, 2086],
    ]);
    expect([data.files, data.count]).toEqual([3, 2]);
  });

  test("milder findings than --severity are left out", async () => {
    const { data } = await call(repositoryProject({ "a.sh": UNQUOTED }), ["repo", "shellcheck", "--severity", "error"]);
    expect(data).toEqual({ files: 2, count: 0, findings: [] });
  });

  test("without shellcheck nothing runs, and the user is asked to install it", async () => {
    const project = repositoryProject({ "a.sh": UNQUOTED });
    const folder = join(project.root, "node_modules/programs");
    mkdirSync(folder);
    for (const name of ["bash", "node", "git", "env", "readlink", "sleep", "dirname"]) {
      symlinkSync(
        execFileSync("bash", ["-c", `type -P ${name}`])
          .toString()
          .trim(),
        join(folder, name),
      );
    }
    const { code, error } = await call(project, ["repo", "shellcheck"], { env: { ...process.env, PATH: folder } });
    expect([code, error.recoverable]).toEqual([3, "user-action-required"]);
    expect(error.fix.join()).toContain("install shellcheck");
  });
});
