import { expect, test } from "vitest";
import { run, type VisibleTurn } from "../../lib/capability-visible.ts";
import type { TurnReport, TurnWish } from "../../registry/capability-port.ts";
import { fakeContext } from "./support/fake-context.ts";

const REPORT: TurnReport = {
  turnId: null,
  visible: { members: [], refusals: [], budget: { limit: 1400, used: 0 } },
  rendered: { tools: { anthropic: [], openai: [] }, toolIndex: [], skillIndex: [], resources: [], prompts: [], modelInput: '{"é":1}' },
  diff: { added: [], removed: [], changed: [] },
  sources: [],
  diagnostics: [],
};

function context() {
  const wishes: TurnWish[] = [];
  const base = fakeContext({});
  const turn = async (wish: TurnWish) => {
    wishes.push(wish);
    return REPORT;
  };
  return { wishes, here: fakeContext({}, { capabilities: { ...base.capabilities, turn } }) };
}

test("only what was given is wished for; the bytes are those of what a model would be given", async () => {
  const { wishes, here } = context();
  const data = (await run({ rendered: false, touched: ["a"], mode: "ask" }, here)) as VisibleTurn;
  expect(wishes).toEqual([{ touched: ["a"], mode: "ask" }]);
  expect(data.bytes).toBe(8);
  expect(data).not.toHaveProperty("rendered");
  expect(((await run({ rendered: true }, here)) as VisibleTurn).rendered).toEqual({ é: 1 });
});

test("the next command runs as it stands: a search for the goal, else the list", async () => {
  const { here } = context();
  await run({ rendered: false, goal: "what's wrong" }, here);
  await run({ rendered: false, goal: " " }, here);
  await run({ rendered: false }, here);
  expect(here.nexts).toEqual(["capability search --query 'what'\\''s wrong'", "capability list", "capability list"]);
});
