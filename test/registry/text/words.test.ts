import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bigrams, terms } from "../../../registry/text/words.ts";

describe("terms", () => {
  it("splits identifiers at case, underscore, hyphen and dot", () => {
    expect(terms("getUserName docs_fetch x-http.method XMLHttpRequest").words).toEqual([
      "get",
      "user",
      "nam",
      "doc",
      "fetch",
      "x",
      "http",
      "method",
      "xml",
      "http",
      "request",
    ]);
  });

  it("makes one whole identifier of every spelling", () => {
    for (const spelling of ["docsFetch", "docs-fetch", "docs_fetch", "DocsFetch", "DOCS_FETCH", "docs.fetch"])
      expect(terms(spelling).wholes).toContain("docsfetch");
  });

  it("lets a name in small letters find its other spellings", () => {
    for (const name of ["SQLite", "GitHub", "getUserNames"]) expect(terms(name).wholes).toEqual(terms(name.toLowerCase()).words);
  });

  it("keeps a file's identifier with and without its ending", () => {
    expect(terms("src/hooks/useFoo.ts").wholes).toEqual(["usefoot", "usefoo"]);
  });

  it("keeps the dots of a version, and c++ and c# as names", () => {
    expect(terms("node 3.45").wholes).toEqual(["3.45"]);
    expect(terms("C++ and C#, but a+b").words).toEqual(["c++", "and", "c#", "but", "a", "b"]);
  });

  it("folds width, case, accents and ligatures", () => {
    expect(terms("ＣＤＫ café ﬁle").words).toEqual(terms("cdk cafe file").words);
    expect(terms("ﾌﾟﾚｰｽﾎﾙﾀﾞｰ").words).toEqual(terms("プレースホルダー").words);
  });

  it("cuts Japanese, Chinese and Korean into bigrams, then the last character", () => {
    expect(terms("議事録を見る").words).toEqual(["議事", "事録", "録を", "を見", "見る", "る"]);
    expect(terms("部署指南").words).toEqual(["部署", "署指", "指南", "南"]);
    expect(terms("배포").words).toEqual(["배포", "포"]);
    expect(terms("鍵").words).toEqual(["鍵"]);
  });

  it("separates Latin from CJK without a space between", () => {
    expect(terms("PDF解析API").words).toEqual(["pdf", "解析", "析", "api"]);
  });

  it("never cuts a character outside the basic plane in two", () => {
    expect(bigrams("𠮷野家")).toEqual(["𠮷野", "野家"]);
  });

  it("gives the same for English inflections", () => {
    expect(new Set(terms("render renders rendered rendering").words).size).toBe(1);
    expect(new Set(terms("library libraries").words).size).toBe(1);
    expect(terms("class status string thing").words).toEqual(["class", "status", "string", "thing"]);
  });

  it("drops words of more than 80 characters, which are data", () => {
    expect(terms(`before ${"a".repeat(81)} after`).words).toEqual(["befor", "after"]);
  });

  it("holds nothing that a search expression would not read as one term, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const found = terms(text);
        for (const term of [...found.words, ...found.wholes]) expect(term).toMatch(/^[^\s"'*():^-]+$/u);
      }),
    );
  });

  it("finds the terms of any two texts in their concatenation over a line break", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 40 }), (a, b) => {
        expect(terms(`${a}\n${b}`).words).toEqual([...terms(a).words, ...terms(b).words]);
      }),
    );
  });
});
