import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchingGlob } from "../../../lib/support/context/glob-match.ts";
import { cutToTokens, estimateTokens } from "../../../lib/support/document/token-estimate.ts";
import { fitBudget } from "../../../lib/support/search/budget.ts";
import { excerpt } from "../../../lib/support/search/excerpt.ts";
import { parseQuery } from "../../../lib/support/search/query.ts";
import { nearWords } from "../../../registry/text/near-words.ts";

describe("parseQuery", () => {
  it("drops words without meaning beside others, never a lone one", () => {
    expect(parseQuery(["how to read the file"]).terms).toEqual(["read", "fil"]);
    expect(parseQuery(["how"]).terms).toEqual(["how"]);
  });

  it("drops keywords without a letter or digit, and a keyword given twice", () => {
    expect(parseQuery(["", " -- ", "a", " a "]).keywords.map((keyword) => keyword.text)).toEqual(["a"]);
  });

  it("asks for most bigrams of a long run, for all of a short one", () => {
    expect(parseQuery(["議事録を探したい"]).keywords[0]?.parts[0]).toMatchObject({ needed: 5 });
    expect(parseQuery(["議事録"]).keywords[0]?.parts[0]).toMatchObject({ needed: 2 });
  });
});

describe("fitBudget", () => {
  it("never exceeds the budget, whatever the texts", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 400 })), fc.integer({ min: 1, max: 300 }), (texts, budget) => {
        const fitted = fitBudget(
          texts.map((text) => ({ text })),
          budget,
        );
        expect(fitted.tokens).toBeLessThanOrEqual(budget);
        expect(fitted.kept.length + fitted.left_off).toBe(texts.length);
        for (const item of fitted.kept) expect(item.tokens).toBe(estimateTokens(item.text));
      }),
    );
  });

  it("cuts the first text rather than giving none, and says so", () => {
    expect(fitBudget([{ text: "a".repeat(400) }, { text: "b" }], 10).kept).toEqual([{ text: "a".repeat(40), tokens: 10, truncated: true }]);
  });

  it("lets a smaller text through behind one that is left off", () => {
    const fitted = fitBudget([{ text: "a".repeat(200) }, { text: "b".repeat(400) }, { text: "c".repeat(40) }], 70);
    expect([fitted.kept.map((item) => item.text.charAt(0)), fitted.left_off]).toEqual([["a", "c"], 1]);
  });
});

describe("cutToTokens", () => {
  it("cuts between characters, at most at the budget's bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 0, max: 40 }), (text, tokens) => {
        const cut = cutToTokens(text, tokens);
        expect(text.startsWith(cut)).toBe(true);
        expect(estimateTokens(cut)).toBeLessThanOrEqual(tokens);
        expect(cut).not.toContain("\uFFFD");
      }),
    );
  });
});

describe("excerpt", () => {
  it("shows the place with the most different terms, on one line", () => {
    const text = "Alpha comes first.\n\nNothing here.\n\nThen alpha\nmeets beta.\n\nThe end.";
    expect(excerpt(parseQuery(["alpha", "beta"]), text)).toMatch(/^(?:Alpha|… ).*Then alpha meets beta\./);
  });

  it("cuts a Japanese paragraph at its sentences", () => {
    const text = `${"これは長い前置きの文です。".repeat(30)}議事録はここにあります。${"そのあとも文が続きます。".repeat(30)}`;
    const shown = excerpt(parseQuery(["議事録"]), text);
    expect(shown).toContain("議事録はここにあります。");
    expect(shown.length).toBeLessThan(400);
  });

  it("is empty for a section without text", () => {
    expect(excerpt(parseQuery(["a"]), "\n---\n")).toBe("");
  });
});

describe("nearWords", () => {
  const known = [
    { word: "lambda", count: 3 },
    { word: "lamb", count: 90 },
    { word: "linker", count: 5 },
    { word: "banana", count: 1 },
  ];

  it("puts the fewest edits first", () => {
    expect(nearWords("lambdas", known)).toEqual(["lambda"]);
    expect(nearWords("lambs", [...known, { word: "lams", count: 1 }])).toEqual(["lamb", "lams"]);
  });

  it("suggests nothing where nothing is near, and never the word itself", () => {
    expect(nearWords("zzzzzz", known)).toEqual([]);
    expect(nearWords("linker", known)).toEqual([]);
  });
});

describe("matchingGlob", () => {
  it.each([
    ["src/hooks/**", "src/hooks/useFoo.ts", true],
    ["src/hooks/", "src/hooks/useFoo.ts", true],
    ["src/hooks", "src/hooks/deep/useFoo.ts", true],
    ["./src/**/*.{ts,tsx}", "src/a/b.tsx", true],
    ["*.ts", "src/hooks/useFoo.ts", true],
    ["**/.github/**", ".github/workflows/ci.yml", true],
    ["src/*.ts", "src/hooks/useFoo.ts", false],
    ["", "src/a.ts", false],
    ["[", "src/a.ts", false],
  ])("%s against %s: %s", (glob, path, expected) => {
    expect(matchingGlob([glob], path) !== undefined).toBe(expected);
  });
});
