import { describe, expect, test } from "vitest";
import { buildIndex } from "../../../../registry/discovery/search/index-cards.ts";
import { searchIndex } from "../../../../registry/discovery/search/search-index.ts";
import { CARDS, GRADED } from "./graded.ts";
import { GRADED_CARDS, OTHER_GRADED } from "./graded-others.ts";

/** Two sets, each written without sight of the other and before the search had its form. */
const SETS = [
  { name: "first", cards: CARDS, queries: GRADED },
  { name: "second", cards: GRADED_CARDS, queries: OTHER_GRADED },
];

describe.each(SETS)("the $name graded set", ({ cards, queries }) => {
  const index = buildIndex(cards);
  const admits = () => true;
  const answers = queries.map(([kind, query, right, twin]) => {
    const ids = searchIndex(index, query, { kinds: [], limit: 20, admits }).hits.map(({ id }) => id);
    const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    const recall = right.filter((id) => place(id) < 5).length / right.length;
    return { kind, query, right, twin, recall, wrong: twin !== undefined && place(twin) < place(right[0] as string) };
  });

  test("has at least 60 queries over at least 60 capabilities, and every answer and twin is one of them", () => {
    const ids = new Set(cards.map(({ id }) => id));
    expect(queries.length).toBeGreaterThanOrEqual(60);
    expect(ids.size).toBe(cards.length);
    expect(ids.size).toBeGreaterThanOrEqual(60);
    for (const { right, twin } of answers) expect([...right, twin ?? right[0]].every((id) => ids.has(id as string))).toBe(true);
  });

  test.each([...new Set(queries.map(([kind]) => kind))])("%s: of ten right answers nine are among the first five", (kind) => {
    const recalls = answers.filter((answer) => answer.kind === kind).map(({ recall }) => recall);
    expect(recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toBeGreaterThanOrEqual(0.9);
  });

  test("of twenty twins at most one stands before the right one", () => {
    const wrong = answers.filter((answer) => answer.wrong).map(({ query }) => query);
    expect(wrong.length / answers.filter(({ twin }) => twin !== undefined).length, wrong.join("; ")).toBeLessThanOrEqual(0.05);
  });
});
