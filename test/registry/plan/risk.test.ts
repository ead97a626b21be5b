// biome-ignore-all lint/suspicious/noTemplateCurlyInString: path templates as headers write them
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEffect } from "../../../registry/plan/effect.ts";
import { callRisk, derivedRisk, effectsOf, highestRisk } from "../../../registry/plan/risk.ts";

const effects = (...texts: string[]) => texts.map(parseEffect);

describe("derivedRisk, the table of contract 4.10", () => {
  test.each([
    ["nothing", [], "low"],
    ["reads", ["reads ${DOCS_DIR}"], "low"],
    ["network read", ["network read example.org"], "medium"],
    ["writes inside", ["writes logs/x.json"], "medium"],
    ["creates inside", ["creates ${PROJECT_ROOT}/docs"], "medium"],
    ["writes to a variable's place", ["writes ${DOCS_INDEX}"], "medium"],
    ["process", ["process npm test"], "medium"],
    ["deletes inside", ["deletes logs/cache"], "high"],
    ["writes to an absolute path", ["writes /etc/hosts"], "high"],
    ["writes above the root", ["writes ../other/x"], "high"],
    ["writes above a variable's place", ["writes ${DOCS_DIR}/../../x"], "high"],
    ["writes that come back inside", ["writes docs/../logs/x"], "medium"],
    ["writes to the home folder", ["writes ${HOME}/.bashrc"], "high"],
    ["writes to ~", ["writes ~/.bashrc"], "high"],
    ["network write", ["network write api.example.org"], "high"],
    ["external", ["external jira creates a ticket"], "high"],
    ["prose", ["rewires the building"], "high"],
    ["the highest counts", ["reads docs", "writes logs/x", "network write x.org", "process ls"], "high"],
    ["what only an option does", ["reads docs", "--force: deletes docs"], "high"],
  ] as const)("%s", (_, texts, risk) => {
    expect(derivedRisk(effects(...texts))).toBe(risk);
  });

  test("a variable's default tells where it lies", () => {
    const write = effects("writes ${INDEX}");
    expect(derivedRisk(write, [{ name: "INDEX", default: "/var/cache/index" }])).toBe("high");
    expect(derivedRisk(write, [{ name: "INDEX", default: "${PROJECT_ROOT}/logs/index" }])).toBe("medium");
    expect(
      derivedRisk(write, [
        { name: "INDEX", default: "${OTHER}/x" },
        { name: "OTHER", default: "${HOME}" },
      ]),
    ).toBe("high");
    expect(derivedRisk(write, [{ name: "INDEX", default: "${INDEX}" }])).toBe("medium");
  });

  test("the header's own risk raises and never lowers", () => {
    expect(derivedRisk(effects("reads docs"), [], "high")).toBe("high");
    expect(derivedRisk(effects("deletes docs"), [], "low")).toBe("high");
  });

  test("highestRisk of none is low", () => expect(highestRisk([])).toBe("low"));
});

describe("effectsOf", () => {
  test("a call has its tool's effects and those of the options it gives", () => {
    const meta = { side_effects: effects("reads docs", "--force: deletes docs", "--push: network write x.org") };
    expect(effectsOf(meta, []).map(({ text }) => text)).toEqual(["reads docs"]);
    expect(effectsOf(meta, ["force", "limit"]).map(({ kind }) => kind)).toEqual(["reads", "deletes"]);
  });
});

describe("callRisk", () => {
  let root: string;
  let outside: string;
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "niche-risk-")));
    outside = realpathSync(mkdtempSync(join(tmpdir(), "niche-away-")));
    mkdirSync(join(root, "docs"));
    symlinkSync(outside, join(root, "link"));
  });
  afterAll(() => {
    rmSync(root, { recursive: true });
    rmSync(outside, { recursive: true });
  });
  const at = (place: string | undefined) => callRisk(effects("writes ${PLACE}"), root, () => place);

  test("a path inside the root is medium, whether it exists yet or not", () => {
    expect(at("docs/new/page.md")).toBe("medium");
    expect(at(join(root, "docs"))).toBe("medium");
    expect(at(root)).toBe("medium");
  });

  test("a path outside is high, also by parent hops, a link, a sibling with the same beginning", () => {
    expect(at(outside)).toBe("high");
    expect(at("docs/../../x")).toBe("high");
    expect(at("link/new.txt")).toBe("high");
    expect(at(`${root}-2/x`)).toBe("high");
  });

  test("a folder whose name begins with two dots is inside", () => expect(at("..cache/x")).toBe("medium"));

  test("a path that cannot be known counts as outside", () => {
    expect(at(undefined)).toBe("high");
    expect(at("")).toBe("high");
  });
});
