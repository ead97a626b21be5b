import { describe, expect, it } from "vitest";
import { faults, meta, NEEDED_TAGS, tags } from "./header.ts";

describe("a tag that no white space ends is an error with what was meant", () => {
  it.each([
    ["@side_effect: deletes src", "@side_effect deletes src"],
    ["@side_effect(deletes src)", "@side_effect deletes src"],
    ["@side_effects: deletes src", "@side_effect deletes src"],
    ["@sidefect: deletes src", "@side_effect deletes src"],
    ["@side\u200b_effect deletes src", "@side_effect"],
    ["@risk: high", "@risk high"],
    ["@risk：high", "@risk high"],
    ['@risk="high"', '@risk "high"'],
    ["  @risk: high", "@risk high"],
    ["@dry_run: native", "@dry_run native"],
    ["@dryRun=native", "@dry_run native"],
    ["@stdin=true", "@stdin true"],
    ["@option{string} name - A name.", "@option {string} name - A name."],
    ["@risk:", "@risk"],
  ])("%s", (line, meant) => {
    const behindOption = faults(tags(`${NEEDED_TAGS}@option {string} [x] - An x.\n${line}\n`));
    expect(behindOption).toHaveLength(1);
    expect(behindOption[0]).toMatch(/^7 header_syntax No white space ends the tag in /);
    expect(behindOption[0]).toContain(`-> Write a space: ${meant}`);
    expect(faults(tags(`Do it.\n\n${line}\n\n${NEEDED_TAGS}`))).toEqual([expect.stringMatching(/^3 header_syntax /)]);
  });

  it("and its key is not told as missing as well, so that nobody writes that there is none", () => {
    for (const line of ["@noun: docs", "@verb: fetch", "@precondition: X exists", "@idempotent: true", "@side_effect(deletes src)"]) {
      const key = line.slice(1, line.search(/[:(]/));
      const others = NEEDED_TAGS.split("\n").filter((one) => !one.startsWith(`@${key}`));
      expect(faults(tags(`${others.join("\n")}${line}\n`))).toEqual([expect.stringMatching(/header_syntax/)]);
    }
  });

  it("also at the margin behind an example", () => {
    expect(faults(tags(`${NEEDED_TAGS}@example docs fetch\n@risk: high\n`))).toEqual([expect.stringMatching(/^7 header_syntax /)]);
  });
});

describe("what only looks like a tag stays text", () => {
  it("in the summary", () => {
    expect(meta(tags(`Explains how\n@Injectable() are text\nand more.\n\n${NEEDED_TAGS}`)).summary).toBe(
      "Explains how @Injectable() are text and more.",
    );
    expect(meta(tags(`@Injectable() classes are listed.\n\n${NEEDED_TAGS}`)).summary).toBe("@Injectable() classes are listed.");
    expect(meta(tags(`List it.\n\n@Injectable() are text\n${NEEDED_TAGS}`)).summary).toBe("List it.");
  });

  it("in a description, a fence and an example", () => {
    const { options, examples } = meta(
      tags(`${NEEDED_TAGS}@option {string} [x] - What\n@Component({}) takes.\n@example\n~~~\n@risk: high\n~~~\n  @risk: high\n`),
    );
    expect(options).toMatchObject([{ description: "What @Component({}) takes." }]);
    expect(examples).toEqual(["~~~\n@risk: high\n~~~\n  @risk: high"]);
  });
});

it("a name that begins with _ is an unknown tag like any other", () => {
  expect(faults(tags(`${NEEDED_TAGS}@__proto__ x\n@constructor x\n`))).toEqual([
    expect.stringMatching(/^6 header_unknown_key Unknown tag: @__proto__ ->/),
    expect.stringMatching(/^7 header_unknown_key Unknown tag: @constructor ->/),
  ]);
});
