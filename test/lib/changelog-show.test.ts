import { describe, expect, test } from "vitest";
import { shell } from "../support/run.ts";
import { call, repositoryProject } from "./repository-tool.ts";

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.1.0] - 2026-02-03

### Added

- One.

\`\`\`text
## no heading
\`\`\`

## 1.0.0

- First.

[1.1.0]: https://example.org/1.1.0
`;
const NEWEST = "### Added\n\n- One.\n\n```text\n## no heading\n```\n";

describe("changelog show", () => {
  test.each([
    [[], NEWEST],
    [["--release", "1.1.0"], NEWEST],
    [["--release", "1.0.0"], "- First.\n"],
    [["--release", "UNRELEASED"], ""],
  ])("with %j gives the section without its heading", async (words, text) => {
    const { code, data } = await call(repositoryProject({ "CHANGELOG.md": CHANGELOG }), ["changelog", "show", ...words]);
    expect([code, data]).toEqual([0, text]);
  });

  test("CR LF changes nothing", async () => {
    const project = repositoryProject({ "CHANGELOG.md": CHANGELOG.replaceAll("\n", "\r\n") });
    expect((await call(project, ["changelog", "show"])).data).toBe(NEWEST);
  });

  test("a release that is not there is exit 1, names those that are, and its Fix runs", async () => {
    const project = repositoryProject({ "CHANGELOG.md": CHANGELOG });
    const { code, error } = await call(project, ["changelog", "show", "--release", "1.0"]);
    expect([code, error.recoverable]).toEqual([1, "yes"]);
    expect(error.message).toContain("1.1.0 1.0.0");
    expect((await shell(error.fix[0], { cwd: project.root })).code).toBe(0);
  });

  test("a changelog without sections asks the user", async () => {
    const { code, error } = await call(repositoryProject({ "CHANGELOG.md": "# Changelog\n" }), ["changelog", "show"]);
    expect([code, error.recoverable]).toEqual([3, "user-action-required"]);
  });

  test("this repository's own changelog has a section for the version in package.json", async () => {
    const { readFileSync } = await import("node:fs");
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    const own = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
    const { data } = await call(repositoryProject({ "CHANGELOG.md": own }), ["changelog", "show", "--release", version]);
    expect(data).toContain("### ");
  });
});
