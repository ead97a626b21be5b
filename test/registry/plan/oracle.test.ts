import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToolEntry } from "../../../registry/entry.ts";
import { parseEffect } from "../../../registry/plan/effect.ts";
import { judgeSequence } from "../../../registry/plan/judge.ts";
import { parsePrecondition } from "../../../registry/plan/precondition.ts";
import { sampleEntry } from "../sample-entry.ts";
import { imaginedWorld } from "./imagined-world.ts";

/**
 * What each way to write a path names, spelled out: the oracle knows no variables, links or patterns, only this
 * table. `link` is a link to `d`, V is `a`.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  a: ["a"],
  "a/b": ["a/b"],
  "./a//b/": ["a/b"],
  "${V}/b": ["a/b"],
  "a/b/c": ["a/b/c"],
  "${PROJECT_ROOT}/a/x": ["a/x"],
  "q/../d": ["d"],
  "d/e": ["d/e"],
  "link/e": ["d/e"],
  link: ["d"],
  "a/*": ["a/b", "a/x", "a/fresh"],
  "d/**": ["d", "d/e", "d/fresh", "d/fresh/deep"],
  "{a,d}/?": ["a/b", "a/x", "d/e", "a/y", "d/y"],
};
const WRITTEN = Object.keys(NAMES);
const SINGLE = WRITTEN.filter((path) => NAMES[path]?.length === 1);

interface Effect {
  kind: "reads" | "writes" | "creates" | "deletes";
  path: string;
}
type Need = { kind: "exists" | "a file"; path: string } | { kind: "newer"; path: string; than: string };
interface Tool {
  needs: readonly Need[];
  effects: readonly Effect[];
}
interface Case {
  tools: readonly Tool[];
  /** Numbers of tools. */
  sequence: readonly number[];
  there: readonly string[];
}

const effect = (kinds: readonly Effect["kind"][]) => fc.record({ kind: fc.constantFrom(...kinds), path: fc.constantFrom(...WRITTEN) });
const need: fc.Arbitrary<Need> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom("exists" as const, "a file" as const), path: fc.constantFrom(...SINGLE) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("newer" as const), path: fc.constantFrom(...SINGLE), than: fc.constantFrom(...SINGLE) }),
  },
);

function cases(kinds: readonly Effect["kind"][]): fc.Arbitrary<Case> {
  const tool = fc.record({ needs: fc.array(need, { maxLength: 2 }), effects: fc.array(effect(kinds), { maxLength: 3 }) });
  return fc.array(tool, { minLength: 1, maxLength: 6 }).chain((tools) =>
    fc.record({
      tools: fc.constant(tools),
      sequence: fc.array(fc.nat(tools.length - 1), { minLength: 1, maxLength: 5 }),
      there: fc.subarray(["a", "a/b", "a/b/c", "a/x", "d", "d/e"]),
    }),
  );
}

const named = (path: string) => NAMES[path] as readonly string[];
const holds = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);
const meets = (one: string, other: string) => named(one).some((a) => named(other).some((b) => holds(a, b) || holds(b, a)));
const only = (path: string) => named(path)[0] as string;

const startHolds = (one: Need, there: readonly string[]) => (one.kind === "newer" ? false : there.includes(only(one.path)));

function makes({ kind, path }: Effect, one: Need): boolean {
  if (kind !== "writes" && kind !== "creates") return false;
  if (named(path).includes(only(one.path))) return true;
  return kind === "creates" && one.kind === "exists" && named(path).some((made) => holds(only(one.path), made));
}

function breaks({ kind, path }: Effect, one: Need): boolean {
  if (kind === "deletes") return named(path).some((gone) => holds(gone, only(one.path)));
  return one.kind === "newer" && kind !== "reads" && meets(path, one.than);
}

/** The truth of `one` after these tools have run, one after the other. */
function trueAfter(one: Need, before: readonly Tool[], there: readonly string[]): boolean {
  let truth = startHolds(one, there);
  for (const { effects } of before) {
    if (effects.some((each) => breaks(each, one))) truth = false;
    if (effects.some((each) => makes(each, one))) truth = true;
  }
  return truth;
}

function failing(sequence: readonly Tool[], there: readonly string[]): number[] {
  return [...sequence.keys()].filter((at) => !sequence[at]?.needs.every((one) => trueAfter(one, sequence.slice(0, at), there)));
}

/** Steps that read a place before all of the steps that write it; of equal steps only the last counts. */
function stale(sequence: readonly Tool[]): number[] {
  return [...sequence.keys()].filter((at) => {
    const own = sequence[at] as Tool;
    if (sequence.lastIndexOf(own) !== at) return false;
    const read = [
      ...own.needs.flatMap((one) => (one.kind === "newer" ? [one.path, one.than] : [one.path])),
      ...own.effects.flatMap(({ kind, path }) => (kind === "reads" ? [path] : [])),
    ];
    return read.some((path) => {
      const writers = [...sequence.keys()].filter(
        (other) =>
          other !== at && sequence[other]?.effects.some((each) => ["writes", "creates"].includes(each.kind) && meets(each.path, path)),
      );
      return writers.length > 0 && writers.every((other) => other > at);
    });
  });
}

function permutations(length: number): number[][] {
  if (length === 0) return [[]];
  const all: number[][] = [];
  const go = (taken: readonly number[]) => {
    if (taken.length === length) all.push([...taken]);
    for (let at = 0; at < length; at++) if (!taken.includes(at)) go([...taken, at]);
  };
  go([]);
  return all;
}

/** Whether calls of any tools put in between can make all of the sequence's tools run, if nothing is ever deleted. */
function completable(sequence: readonly Tool[], tools: readonly Tool[], there: readonly string[]): boolean {
  const ran: Tool[] = [];
  for (let before = -1; before !== ran.length; ) {
    before = ran.length;
    for (const tool of tools) if (!ran.includes(tool) && tool.needs.every((one) => trueAfter(one, ran, there))) ran.push(tool);
  }
  return sequence.every((tool) => ran.includes(tool));
}

function entry(tool: Tool, at: number): ToolEntry {
  const phrase = (one: Need) =>
    one.kind === "newer" ? `${one.path} newer than ${one.than}` : one.kind === "exists" ? `${one.path} exists` : `${one.path} is a file`;
  return sampleEntry({
    noun: "tool",
    verb: `t${at}`,
    preconditions: tool.needs.map((one) => parsePrecondition(phrase(one))),
    side_effects: tool.effects.map(({ kind, path }) => parseEffect(`${kind} ${path}`)),
    options: [],
  });
}

const HARD = ["needs_later_step", "needs_missing_step", "deleted_before", "not_provided"];

function judge({ tools, sequence, there }: Case) {
  const world = imaginedWorld(tools.map(entry), { there, env: { V: "a" }, links: { link: "d" } });
  const judged = judgeSequence(
    sequence.map((at) => `tool t${at}`),
    world,
  );
  const toolOf = (command: string) => tools[Number(command.replace("tool t", ""))] as Tool;
  return { judged, given: sequence.map((at) => tools[at] as Tool), corrected: judged.corrected?.map(({ step }) => toolOf(step.command)) };
}

const count = (found: readonly Tool[], tool: Tool) => found.filter((other) => other === tool).length;

describe.each([
  ["with deletes and newer", ["reads", "writes", "creates", "deletes"] as const],
  ["without deletes", ["reads", "writes", "creates"] as const],
])("1,000 random registries and sequences, %s, against a brute-force oracle", (_, kinds) => {
  const runs = { numRuns: 1000 };

  test("the steps that lack something are those of the oracle", () => {
    fc.assert(
      fc.property(cases(kinds), (one) => {
        const { judged, given } = judge(one);
        const found = judged.findings.filter(({ kind }) => HARD.includes(kind)).map(({ steps }) => (steps[0] as number) - 1);
        expect([...new Set(found)].sort()).toEqual(failing(given, one.there));
      }),
      runs,
    );
  });

  test("the pairs that must not run side by side are those of the oracle", () => {
    fc.assert(
      fc.property(cases(kinds), (one) => {
        const { judged, given } = judge(one);
        const touched = ({ needs, effects }: Tool) => [
          ...needs
            .flatMap((each) => (each.kind === "newer" ? [each.path, each.than] : [each.path]))
            .map((path) => ({ path, change: false })),
          ...effects.map(({ kind, path }) => ({ path, change: kind !== "reads" })),
        ];
        const pairs = given.flatMap((a, i) =>
          given.flatMap((b, j) =>
            i < j && touched(a).some((x) => touched(b).some((y) => (x.change || y.change) && meets(x.path, y.path))) ? [[i, j]] : [],
          ),
        );
        expect(judged.apart.map(({ first, second }) => [first, second])).toEqual(pairs);
      }),
      runs,
    );
  });

  test("a corrected sequence holds, with all the given steps in it; there is one wherever some order of them holds, and it is the first such order", () => {
    fc.assert(
      fc.property(cases(kinds), (one) => {
        const { judged, given, corrected } = judge(one);
        const { missing } = judged.plan;
        if (corrected !== undefined && missing.length === 0) {
          expect(failing(corrected, one.there)).toEqual([]);
          for (const tool of given) expect(count(corrected, tool)).toBeGreaterThanOrEqual(count(given, tool));
        }
        const orders = permutations(given.length).map((order) => order.map((at) => given[at] as Tool));
        const holding = orders.filter((order) => failing(order, one.there).length === 0);
        if (holding.length === 0) return;
        const fresh = holding.filter((order) => stale(order).length === 0);
        expect(corrected).toHaveLength(given.length);
        if (fresh.length > 0) expect(corrected).toEqual(fresh[0]);
        if (fresh.length > 0) {
          const found = judged.findings
            .filter(({ kind }) => kind === "reader_before_writer" || HARD.includes(kind))
            .map(({ steps }) => (steps[0] as number) - 1);
          expect([...new Set(found)].sort()).toEqual([...new Set([...failing(given, one.there), ...stale(given)])].sort());
        }
      }),
      runs,
    );
  });
});

test("without deletes and newer, what providers can complete is completed, and nothing else (1,000 cases)", () => {
  fc.assert(
    fc.property(
      cases(["reads", "writes", "creates"]).filter(({ tools }) => tools.every(({ needs }) => needs.every(({ kind }) => kind !== "newer"))),
      (one) => {
        const { judged, given } = judge(one);
        const { missing, cycles, sound } = judged.plan;
        expect(missing.length === 0 && cycles.length === 0 && sound).toBe(completable(given, one.tools, one.there));
      },
    ),
    { numRuns: 1000 },
  );
});
