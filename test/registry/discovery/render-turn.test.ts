import { describe, expect, test } from "vitest";
import { renderTurn } from "../../../registry/discovery/render-turn.ts";
import type { VisibleMember, VisibleSet } from "../../../registry/discovery/visible-set.ts";
import { card } from "./cards.ts";

const member = (id: string, projection: "full" | "index" = "full"): VisibleMember => ({
  id,
  kind: card(id).kind,
  projection,
  reason: { code: "goal", text: "" },
  score: 1,
  tokens: 1,
  call: "runs",
});
const visible = (...members: VisibleMember[]): VisibleSet => ({ members, refusals: [], budget: { limit: 10, used: 1 } });
const schema = { type: "object", properties: { a: { type: "string" } } };
const render = (set: VisibleSet) =>
  renderTurn(
    set,
    (id) => card(id),
    () => ({ description: "Does it.", schema }),
  );

describe("renderTurn", () => {
  test("gives a tool in the forms of both APIs, under the name that the model gets", () => {
    const { tools } = render(visible(member("local__capability-search")));
    expect(tools.anthropic).toEqual([{ name: "ToolSearch", description: "Does it.", input_schema: schema }]);
    expect(tools.openai).toEqual([{ type: "function", function: { name: "ToolSearch", description: "Does it.", parameters: schema } }]);
  });

  test("gives everything else as a line", () => {
    const turn = render(visible(member("skill__a", "index"), member("local__b-c", "index"), member("resource__r", "index")));
    expect(turn.skillIndex).toEqual([{ id: "skill__a", name: "a", summary: "What skill__a does." }]);
    expect([turn.toolIndex.length, turn.resources.length, turn.prompts.length, turn.tools.anthropic.length]).toEqual([1, 1, 0, 0]);
  });

  test("the same set gives the same bytes, and another order other ones", () => {
    const [a, b] = [member("local__a-a"), member("local__b-b")];
    expect(render(visible(a, b)).modelInput).toBe(render(visible(a, b)).modelInput);
    expect(render(visible(a, b)).modelInput).not.toBe(render(visible(b, a)).modelInput);
  });
});
