import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Library from "../../../dispatcher/index.ts";
import { repository } from "../../support/project.ts";
import { run } from "../../support/run.ts";
import { FAULT, failingProject, MENDED } from "./failing-project.ts";

/** As an embedder has it: the built package, in this process; its tools run in workers and processes of their own. */
const library = (await import(pathToFileURL("dist/index.js").href)) as typeof Library;
const { runAgent } = (await import(pathToFileURL("docs/examples/agent.mjs").href)) as {
  runAgent(options: object): Promise<{ answer: string; messages: Message[]; session: string }>;
};

type Block = Record<string, unknown> & { type: string };
interface Message {
  role: string;
  content: string | Block[];
}
interface Asked {
  system: string;
  tools: { name: string; description: string; input_schema: unknown }[];
  messages: Message[];
}

const GOAL = "why do this project's tests fail, fix it";
let root: string;
beforeAll(() => {
  root = failingProject();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The steps that a model would take, each only on what it was shown so far. */
const SCRIPT: readonly ((asked: Asked) => Block)[] = [
  () => use("load_skill", { name: "test-fix" }),
  () => use("local__test-run", {}),
  () => use("load_skill", { name: "frontend-component" }),
  () => use("local__file-read", { path: "packages/ui/label.js" }),
  () => use("local__file-edit", { path: "packages/ui/label.js", old: FAULT, new: MENDED }),
  () => use("local__test-run", {}),
  () => ({ type: "text", text: "The label did not follow its number; mended, the tests pass." }),
];

function use(name: string, input: object): Block {
  return { type: "tool_use", id: `u${Math.random()}`, name, input };
}

describe("why do this project's tests fail, fix it", () => {
  const asked: Asked[] = [];
  const questions: string[] = [];
  let done: Awaited<ReturnType<typeof runAgent>>;

  beforeAll(async () => {
    done = await runAgent({
      projectRoot: root,
      goal: GOAL,
      model: (request: Asked) => {
        asked.push(structuredClone(request));
        return { content: [(SCRIPT[asked.length - 1] as (of: Asked) => Block)(request)] };
      },
      approve: ({ question }: { question: string }) => {
        questions.push(question);
        return true;
      },
    });
  }, 120_000);

  const names = (turn: number) => asked[turn]?.tools.map(({ name }) => name) ?? [];
  const result = (turn: number) =>
    ((asked[turn]?.messages.at(-1)?.content ?? []) as Block[])[0] as Block & { content: string; is_error: boolean };

  test("the first turn shows reading, grep, glob, the test command, both searches, the index card of test-fix", () => {
    expect(names(0)).toEqual(
      expect.arrayContaining([
        "local__file-read",
        "local__file-grep",
        "local__file-glob",
        "local__test-run",
        "ToolSearch",
        "SkillSearch",
        "load_skill",
      ]),
    );
    expect(asked[0]?.system).toContain("test-fix (skill__test-fix)");
  });

  test("and nothing that writes without asking", async () => {
    const harness = await library.openHarness({ projectRoot: root });
    const turn = await harness.turn({ userGoal: GOAL });
    const writers = turn.visible.members.filter(({ id }) => ["local__file-edit", "local__file-write", "local__test-run"].includes(id));
    expect(writers.every(({ call }) => call === "asks")).toBe(true);
    expect(turn.visible.members.some(({ id }) => id === "skill__frontend-component")).toBe(false);
  });

  test("no body of a skill stands in a turn before it is loaded, nor in any rendered turn", () => {
    for (const turn of asked) expect(JSON.stringify([turn.system, turn.tools])).not.toContain("THE-BODY-OF");
    expect(JSON.stringify(asked[0])).not.toContain("THE-BODY-OF-TEST-FIX");
    expect(result(1).content).toContain("THE-BODY-OF-TEST-FIX");
  });

  test("the tests fail, and what they name brings the skill of that place", () => {
    expect(result(2).is_error).toBe(true);
    expect(result(2).content).toContain("packages/ui/label.test.js");
    expect(asked[1]?.system).not.toContain("frontend-component");
    expect(asked[2]?.system).toContain("frontend-component (skill__frontend-component)");
    expect(result(3).content).toContain("THE-BODY-OF-FRONTEND-COMPONENT");
  });

  test("the edit was proposed by the skill, asked about, and done; then the tests pass", () => {
    expect(names(1)).toContain("local__file-edit");
    expect(questions.some((question) => question.includes("file edit"))).toBe(true);
    expect(result(5).is_error).toBe(false);
    expect(result(6).is_error).toBe(false);
    expect(done.answer).toContain("pass");
    expect(readFileSync(join(root, "packages/ui/label.js"), "utf8")).toContain(MENDED);
  });

  test("session replay gives back every turn, byte for byte, also when the tools have changed since", async () => {
    const before = readFileSync(join(root, "packages/ui/label.js"), "utf8");
    const replay = async () =>
      JSON.parse((await run(join(repository, "bin/niche"), ["session", "replay", done.session, "--json"], { cwd: root })).stdout);
    expect(await replay()).toMatchObject({ ok: true, data: { turns: 7 } });
    writeFileSync(join(root, ".agents/skills/test-fix/SKILL.md"), "---\nname: test-fix\ndescription: Another.\n---\n");
    expect(await replay()).toMatchObject({ ok: true, data: { turns: 7 } });
    expect(readFileSync(join(root, "packages/ui/label.js"), "utf8")).toBe(before);
  });
});
