import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT, repositoryFiles, scratchRepository } from "../support/scratch-repository.ts";
import { commandBlocks, matchesSample } from "./fences.ts";
import { NOT_RUN, type NotRun } from "./not-run.ts";
import { runPage } from "./run-page.ts";

const pages = repositoryFiles().filter((file) => /^(README|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(file));
const scratch: string[] = [];

function inScratch(markdown: string) {
  const repository = scratchRepository();
  scratch.push(dirname(repository));
  return runPage(commandBlocks(markdown), repository);
}

afterAll(() => {
  for (const folder of scratch) rmSync(folder, { recursive: true, force: true });
});

describe("every command of the documents does what its page says", () => {
  const spared = new Set<NotRun>();
  const withCommands = pages.filter((page) => commandBlocks(readFileSync(join(ROOT, page), "utf8")).length > 0);

  test.each(withCommands)("%s", { timeout: 180_000 }, (page) => {
    const { faults, ran, spared: here } = inScratch(readFileSync(join(ROOT, page), "utf8"));
    for (const one of here) spared.add(one);
    expect(faults.join("\n\n")).toBe("");
    expect(ran + here.size).toBeGreaterThan(0);
  });

  test("the table of commands that are not run lists none that no page has", () => {
    expect(NOT_RUN.filter((one) => !spared.has(one)).map(({ command }) => command.source)).toEqual([]);
  });
});

describe("the check itself fails", () => {
  test("at another exit code than the page says", () => {
    expect(inScratch("```bash\nbin/myproject no-such noun\n```\n").faults).toHaveLength(1);
    expect(inScratch("```bash\ntrue   # exit 1\n```\n").faults).toHaveLength(1);
  });

  test("at a sample that no command of the block above printed", () => {
    expect(inScratch("```bash\necho one\n```\n\n```text\ntwo\n```\n").faults).toHaveLength(1);
    expect(inScratch("```bash\necho one\n```\n\nIt says:\n\n```text\nо…\n```\n").faults).toHaveLength(1);
  });

  test("at a command that reaches out and is not listed, without running it", () => {
    const { faults, ran } = inScratch("```bash\ncurl https://example.org\n```\n");
    expect([faults.length, ran]).toEqual([1, 0]);
  });
});

test("a sample matches by whole lines in order, where … is anything", () => {
  const output = "a 12 b\nskipped\n  c\n";
  expect(matchesSample(["a … b", "c"], output)).toBe(true);
  expect(matchesSample(["c", "a … b"], output)).toBe(false);
  expect(matchesSample(["a 12"], output)).toBe(false);
});

test("commands keep their here-documents, and one shell runs a page from its first to its last", () => {
  const [block] = commandBlocks("```bash\n# a remark\ncat > x <<'END'\n# not a remark\nEND\nfalse   # exit 1\n```\n");
  expect(block?.commands.map(({ line, exitCode }) => [line, exitCode])).toEqual([
    [3, 0],
    [6, 1],
  ]);
  expect(inScratch("```bash\nmkdir deep && cd deep\nname=x\n```\n\n```bash\ntouch $name\ntest -e ../deep/x\n```\n").faults).toEqual([]);
});
