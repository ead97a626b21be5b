import { describe, expect, test } from "vitest";
import { bashTool } from "../support/project.ts";
import { type Fresh, freshFolder } from "./support/fresh-folder.ts";

const PERMISSIONS = {
  mode: "ask",
  deny: ["local__file-read(.env)", "local__note-drop"],
  ask: [],
  allow: ["local__note-run(command:git *)"],
};

function project(settings: object): Fresh {
  const options = 'options:\n#   - {name: command, type: string, description: "What to run."}\n# ';
  return freshFolder({
    "niche.json": JSON.stringify({ subject: "shop", ...settings }),
    "tools/note-run.sh": bashTool("note", "run", "true").replace("side_effects: []", `side_effects: [process it]\n# ${options.trimEnd()}`),
    "tools/note-drop.sh": bashTool("note", "drop", "true"),
  });
}

async function permit(folder: Fresh, id: string, input: object = {}) {
  const { data } = await folder.json("capability", "permit", "--id", id, "--arguments", JSON.stringify(input));
  return data;
}

describe("capability permit", () => {
  test("tells answer, rule and reason, and calls nothing", async () => {
    const folder = project({ permissions: PERMISSIONS });
    expect(await permit(folder, "local__note-run", { command: "git status" })).toEqual({
      id: "local__note-run",
      visible: true,
      answer: "runs",
      reason: {
        code: "rule_allow",
        text: "the rule allow local__note-run(command:git *) is about it",
        evidence: "local__note-run(command:git *)",
      },
      rule: { kind: "allow", rule: "local__note-run(command:git *)", undecided: false },
      mode: "ask",
      effect: "writes",
    });
    expect(await permit(folder, "local__note-run", { command: "git status; rm x" })).toMatchObject({ answer: "asks", rule: null });
    expect(await permit(folder, "local__file-read", { path: "src/../.env" })).toMatchObject({ answer: "refuses", visible: true });
    expect(await permit(folder, "local__file-write", { path: "niche.json" })).toMatchObject({ answer: "asks", effect: "writes" });
  });

  test("says of a tool that is not there, or whose input is no object, what to do", async () => {
    const folder = project({ permissions: PERMISSIONS });
    expect(await folder.json("capability", "permit", "--id", "local__no-such")).toMatchObject({
      code: 1,
      error: { code: "capability_unknown" },
    });
    const broken = await folder.json("capability", "permit", "--id", "local__note-run", "--arguments", "[]");
    expect(broken).toMatchObject({ code: 1, error: { code: "input_not_json" } });
  });
});
