import { expect, test } from "vitest";
import { buildRegistry } from "../../../registry/generate/build.ts";
import { bashTool, diskProject } from "../project-on-disk.ts";

test("names of every script are told in one order on every machine, by code point (case e1)", async () => {
  const names = ["\u3042", "detector_a", "Zed", "README", "\u00e4", "docs-Index", "docs-index"];
  const header = bashTool("docs", "index", "preconditions: []", "side_effects: []", "idempotent: true");
  const disk = diskProject(Object.fromEntries(names.map((name) => [`tools/${name}`, header])));
  try {
    const { problems, registry } = await buildRegistry(disk.project);
    expect(problems.map((problem) => problem.file)).toEqual(
      ["README", "Zed", "detector_a", "docs-Index", "\u00e4", "\u3042"].map((name) => `tools/${name}`),
    );
    expect(registry.tools.map((tool) => tool.source)).toEqual(["tools/docs-index"]);
    const locale = [...names].sort((a, b) => a.localeCompare(b, "en"));
    expect(locale).not.toEqual([...names].sort());
  } finally {
    disk.remove();
  }
});
