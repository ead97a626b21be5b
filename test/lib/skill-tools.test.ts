import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run as listAll, render as renderAll } from "../../lib/capability-list.ts";
import { run as check, render as renderCheck } from "../../lib/skill-check.ts";
import { run as list, render as renderList } from "../../lib/skill-list.ts";
import { run as load, render as renderLoad } from "../../lib/skill-load.ts";
import { render as renderShow, run as show } from "../../lib/skill-show.ts";
import type { CapabilityIntent, CapabilityPort, CatalogReport } from "../../registry/capability-port.ts";
import { openCatalog } from "../../registry/catalog/open-catalog.ts";
import { channels } from "../../registry/catalog/sources/channels.ts";
import { isToolError, type ToolError } from "../../registry/error/tool-error.ts";
import type { Outcome } from "../../registry/tool-context.ts";
import { type SkillsOnDisk, skillsOnDisk, skillText } from "../registry/catalog/skills-on-disk.ts";
import { fakeContext } from "./support/fake-context.ts";

const at = (folder: string) => `.agents/skills/${folder}/SKILL.md`;
const META = { duration_ms: 1, dry_run: false, truncated: null, warnings: ["slow"] };

/** A context over the skills on the disk; `hidden` ids are what the gates hide. */
function context(disk: SkillsOnDisk, hidden: readonly string[] = []) {
  const calls: CapabilityIntent[] = [];
  const open = () => openCatalog([disk.source("project"), disk.source("user"), channels({ name: "cli", terminal: false })]);
  const port: CapabilityPort = {
    ...fakeContext({}).capabilities,
    list: async (kinds): Promise<CatalogReport> => {
      const { cards, sources, diagnostics } = await open();
      const seen = [...cards()].filter(({ id, kind }) => !hidden.includes(id) && (kinds.length === 0 || kinds.includes(kind)));
      const capabilities = seen.map(({ id, kind, title, summary, source, risk, tokens }) => ({
        id,
        kind,
        title,
        summary,
        source: source.name,
        risk,
        tokens,
      }));
      return { capabilities, sources, diagnostics };
    },
    call: async (intent): Promise<Outcome> => {
      calls.push(intent);
      try {
        const catalog = await open();
        const loaded = await catalog.load(intent.id);
        const result = await catalog.sourceOf(intent.id)?.run?.(loaded.card, intent.input, new AbortController().signal);
        return { ok: true, tool: intent.id, data: result?.data, next: [], meta: META };
      } catch (error) {
        if (!isToolError(error)) throw error;
        const { code, layer, recoverable, message, fix } = error;
        return { ok: false, tool: intent.id, error: { code, layer, recoverable, message, fix, exit_code: 1 }, meta: META };
      }
    },
  };
  return { calls, context: fakeContext({ PROJECT_ROOT: disk.root, HOME: disk.home, SUBJECT: "acme" }, { capabilities: port }) };
}

const files = {
  [at("kit")]: skillText("kit", ["allowed-tools: Read", "metadata:\n  paths: src/**\n  keywords: kits"]),
  [at("kit/references/more")]: "x",
  [at("odd")]: skillText("other", ["description: Odd: very"]),
  [at("broken")]: "# no frontmatter\n",
};

describe("skill list", () => {
  test("lists what may be seen, its sources, and what is wrong with what is missing; no body", async () => {
    const { context: here } = context(skillsOnDisk(files));
    const data = await list({}, here);
    expect(data.count).toBe(2);
    expect(data.capabilities.map(({ id, source }) => [id, source])).toEqual([
      ["skill__kit", "project"],
      ["skill__other", "project"],
    ]);
    expect(data.index_bytes).toBe(Buffer.byteLength("skill__kit: Do kit when asked to.\nskill__other: Odd: very\n"));
    expect(data.diagnostics.map(({ code }) => code).sort()).toEqual([
      "skill_frontmatter_missing",
      "skill_name_not_folder",
      "skill_nested",
      "skill_text_unquoted",
    ]);
    expect(data.sources).toContainEqual({ type: "user", name: "user", state: "ready", reason: null });
    expect(JSON.stringify(data)).not.toContain("Step by step");
    expect(here.nexts).toEqual(["skill load --name kit"]);
    expect(renderList(data)).toContain(`error: ${at("broken")}:1: SKILL.md does not begin with frontmatter`);
  });

  test("without skills says so", async () => {
    const data = await list({}, context(skillsOnDisk()).context);
    expect([data.count, data.capabilities, renderList(data)]).toEqual([0, [], "0 capabilities, 0 bytes of index lines"]);
  });
});

describe("capability list", () => {
  test("lists all kinds, or those of one", async () => {
    const { context: here } = context(skillsOnDisk(files));
    expect((await listAll({ kind: "all" }, here)).count).toBe(5);
    expect(here.nexts).toEqual(["capability visible --explain skill__kit"]);
    const data = await listAll({ kind: "channel" }, here);
    expect(data.capabilities.map(({ id }) => id)).toEqual(["channel__cli", "channel__library", "channel__mcp"]);
    expect(renderAll(data)).toContain("channel__mcp");
  });
});

describe("skill show", () => {
  test("shows the card and what was doubtful, by listed name or id", async () => {
    const { context: here, calls } = context(skillsOnDisk(files));
    const data = await show({ name: "other" }, here);
    expect(data).toMatchObject({ id: "skill__other", name: "other", source: "project", file: at("odd"), mode: "inline", risk: "low" });
    expect(data.diagnostics.map(({ code }) => code)).toEqual(["skill_text_unquoted", "skill_name_not_folder"]);
    expect(await show({ name: "skill__kit" }, here)).toMatchObject({
      allowed_tools: ["Read"],
      paths: ["src/**"],
      keywords: ["kits"],
      diagnostics: [],
    });
    expect(renderShow(data)).toContain("doubtful");
    expect(calls).toEqual([]);
  });

  test("what the gates hide, or is not there, is unknown, with a Fix of the nearest name", async () => {
    const { context: here } = context(skillsOnDisk(files), ["skill__kit"]);
    await expect(show({ name: "kit" }, here)).rejects.toMatchObject({ code: "skill_unknown", fix: ["acme skill list"] });
    await expect(show({ name: "othr" }, here)).rejects.toMatchObject({ code: "skill_unknown", fix: ["acme skill show --name other"] });
  });
});

describe("skill load", () => {
  test("calls the skill through the pipeline, and gives body, files, or one file", async () => {
    const { context: here, calls } = context(skillsOnDisk({ ...files, ".agents/skills/kit/a.md": "# A\n" }));
    const data = await load({ name: "kit" }, here);
    expect(data).toMatchObject({ id: "skill__kit", body: "# Do it\n\nStep by step.\n", files: ["a.md", "references/more/SKILL.md"] });
    expect(renderLoad(data)).toContain("Files of this skill (--path):\na.md");
    expect(renderLoad(await load({ name: "skill__kit", path: "a.md" }, here))).toBe("# A\n");
    expect(calls).toEqual([
      { id: "skill__kit", input: {} },
      { id: "skill__kit", input: { path: "a.md" } },
    ]);
    expect(here.warnings).toEqual(["slow", "slow"]);
  });

  test("passes the refusal on as it came", async () => {
    const { context: here } = context(skillsOnDisk(files));
    await expect(load({ name: "kit", path: "../x" }, here)).rejects.toMatchObject({
      code: "skill_path_outside",
      layer: "precondition",
      recoverable: "yes",
    });
    await expect(load({ name: "none" }, here)).rejects.toMatchObject({ code: "capability_gone" });
  });
});

describe("skill check", () => {
  test("passes sound skills and counts", async () => {
    const data = await check({}, context(skillsOnDisk({ [at("kit")]: skillText("kit") })).context);
    expect(data).toEqual({ skills: 1, errors: 0, warnings: 0, findings: [] });
    expect(renderCheck(data)).toBe("1 skill: no errors, 0 warnings");
  });

  test("of all skills, or of the folders that are named; each error is a Fix line with its place, and the last one runs", async () => {
    const disk = skillsOnDisk(files);
    const { context: here } = context(disk);
    const error = await failure(() => check({}, here));
    expect(error).toMatchObject({ code: "skills_invalid", layer: "precondition", recoverable: "yes", detail: { skills: 3 } });
    expect(error.fix).toContain(`# ${at("odd")}:3: Write: description: "Odd: very"`);
    expect(error.fix).toContain(`# ${at("kit/references/more")}: Move its folder beside that skill's`);
    expect(error.fix.at(-1)).toBe("acme skill check");
    const one = await check({ folders: [".agents/skills/kit"] }, here);
    expect([one.skills, one.errors]).toEqual([1, 0]);
    const [none] = (await failure(() => check({ folders: ["none", join(disk.root, ".agents/skills/broken")] }, here))).fix;
    expect(none).toBe("# none: Name a folder that holds a SKILL.md");
  });
});

async function failure(call: () => unknown): Promise<ToolError> {
  try {
    await call();
  } catch (error) {
    return error as ToolError;
  }
  throw new Error("it did not fail");
}
