import { expect, test } from "vitest";
import { parseEffect } from "../../../registry/plan/effect.ts";
import { parsePrecondition } from "../../../registry/plan/precondition.ts";
import { remediesOf } from "../../../registry/plan/remedies.ts";
import type { ToolMeta } from "../../../registry/tool-meta/tool-meta.ts";
import { sampleEntry } from "../sample-entry.ts";
import { type Imagined, imaginedWorld } from "./imagined-world.ts";

const tool = (name: string, needs: readonly string[], effects: readonly string[], more: Partial<ToolMeta> = {}) => {
  const [noun = "", verb = ""] = name.split(" ");
  return sampleEntry({
    noun,
    verb,
    preconditions: needs.map((text) => parsePrecondition(text)),
    side_effects: effects.map(parseEffect),
    options: [],
    ...more,
  });
};

function remedies(tools: readonly ReturnType<typeof tool>[], state: Imagined = {}) {
  const [asking] = tools;
  if (asking === undefined) throw new Error("no tool");
  const world = imaginedWorld(tools, state);
  const failed = asking.preconditions.filter((one) => world.unmet(one, asking.env) !== undefined);
  return remediesOf(asking, failed, world, "bin/acme", "/project/sub");
}

test("the Fix is the providing tool's call, however the two headers spell the path, with its own providers before it", () => {
  const tools = [
    tool("docs fetch", ["${INDEX} exists"], []),
    tool("docs index", ["pages exists"], ["creates current/index"]),
    tool("docs init", [], ["creates x/../pages/first.md"]),
  ];
  const state = { env: { INDEX: "/project/store/index" }, links: { current: "store" } };
  expect(remedies(tools, state)).toEqual({ commands: ["bin/acme docs init", "bin/acme docs index"], user: [] });
  expect(remedies(tools, { ...state, there: ["pages"] })).toEqual({ commands: ["bin/acme docs index"], user: [] });
});

test("of two providers the one is taken that can run", () => {
  const tools = [
    tool("a show", ["x exists"], []),
    tool("b make", ["nobody/makes/this exists"], ["creates x"]),
    tool("c make", [], ["writes x"]),
  ];
  expect(remedies(tools).commands).toEqual(["bin/acme c make"]);
});

test("the header's own Fix comes before any provider, and runs from where the caller stands", () => {
  const asking = { ...tool("a show", [], []), preconditions: [parsePrecondition("x exists", "make x")] };
  expect(remedies([asking, tool("x make", [], ["creates x"])])).toEqual({ commands: ["(cd /project && make x)"], user: [] });
});

test("a provider with arguments only the caller knows, and what nothing provides, are for the user", () => {
  const name = { name: "name", type: "string", list: false, required: true } as const;
  const asking = tool("a show", ["x exists", "y exists"], []);
  const { user, commands } = remedies([asking, tool("x make", [], ["creates x"], { options: [name] })]);
  expect(commands).toEqual([]);
  expect(user).toEqual([
    "Ask the user for the arguments that make it hold that x exists (for a show), and run: bin/acme x make --name <string>",
    "Tell the user: y not found, and no tool of this project provides it.",
  ]);
});

test("tools that wait for each other are named", () => {
  const tools = [
    tool("a show", ["x exists"], []),
    tool("x make", ["y exists"], ["creates x"]),
    tool("y make", ["x exists"], ["creates y"]),
  ];
  expect(remedies(tools).user).toEqual([
    "Tell the user: x make waits for y make waits for x make, and no other tool provides what they need.",
  ]);
});

test("a tool that needs what it writes, and takes no argument, is no remedy of itself", () => {
  expect(remedies([tool("se lf", ["s.txt exists"], ["writes s.txt"])])).toEqual({
    commands: [],
    user: ["Tell the user: s.txt not found, and only se lf makes it, which itself needs it first."],
  });
  const name = { name: "name", type: "string", list: false, required: true } as const;
  const asking = [tool("se lf", ["s.txt exists"], []), tool("se me", ["s.txt exists"], ["writes s.txt"], { options: [name] })];
  expect(remedies(asking).user).toEqual(["Tell the user: s.txt not found, and no tool of this project provides it."]);
});

test("who makes the folder or link above is named, with what its header does not say", () => {
  const [sentence] = remedies([tool("a show", ["cur/x.txt exists"], []), tool("l ink", [], ["creates cur"])]).user;
  expect(sentence).toContain('l ink makes the folder or link above it: if that brings it along, "creates cur/x.txt" belongs into');
  const [other] = remedies([tool("a show", ["x.txt exists"], []), tool("w rite", [], ["creates ${PROJECT_ROOT}"])]).user;
  expect(other).toBe("Tell the user: x.txt not found, and no tool of this project provides it.");
});
