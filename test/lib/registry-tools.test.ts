// biome-ignore-all lint/suspicious/noTemplateCurlyInString: path templates as headers write them
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as check from "../../lib/registry-check.ts";
import * as diff from "../../lib/registry-diff.ts";
import * as generate from "../../lib/registry-generate.ts";
import * as show from "../../lib/registry-show.ts";
import { REGISTRY_PATH, type Registry, TYPES_PATH } from "../../registry/entry.ts";
import { exitCodeOf, type ToolError } from "../../registry/error/tool-error.ts";
import type { ToolContext } from "../../registry/tool-context.ts";
import { bashTool, type DiskProject, diskProject } from "../registry/project-on-disk.ts";
import { type FakeContext, fakeContext } from "./support/fake-context.ts";

const PUBLISH = bashTool("page", "publish", "summary: Publish a page.", "options: [{name: to, type: string, required: true}]");

let disk: DiskProject;
beforeEach(() => {
  disk = diskProject({ "niche.json": '{"shared_nouns": []}', "tools/page-publish.sh": PUBLISH });
});
afterEach(() => disk.remove());

function context(extra: Partial<ToolContext> = {}): FakeContext {
  return fakeContext({ PROJECT_ROOT: disk.root, PATH: process.env.PATH ?? "", HOME: disk.root }, extra);
}

async function refused(call: unknown): Promise<ToolError> {
  return Promise.resolve(call).then(
    () => expect.unreachable("it was accepted"),
    (error) => error as ToolError,
  );
}

const registryText = () => readFileSync(join(disk.root, REGISTRY_PATH), "utf8");
const registry = () => JSON.parse(registryText()) as Registry;
const runCheck = (extra?: Partial<ToolContext>) => check.run({ full: false }, context(extra));

describe("registry generate", () => {
  test("writes the registry, which a check then finds clean, and leaves nothing beside it", async () => {
    const data = await generate.run({}, context());
    expect(data).toMatchObject({ tools: 1, files: [REGISTRY_PATH], dry_run: false });
    expect(generate.render(data)).toBe(`1 tool: ${REGISTRY_PATH} written`);
    expect(readdirSync(join(disk.root, "logs"))).toEqual(["tool-registry.json"]);
    expect(await runCheck()).toEqual({ file: REGISTRY_PATH, tools: 1 });
  });

  test("writes nothing where all stands as it should, also in a CRLF checkout", async () => {
    await generate.run({}, context());
    const crlf = registryText().replaceAll("\n", "\r\n");
    writeFileSync(join(disk.root, REGISTRY_PATH), crlf);
    expect((await generate.run({}, context())).files).toEqual([]);
    expect(registryText()).toBe(crlf);
  });

  test("in a dry run tells what would be written and touches nothing", async () => {
    const data = await generate.run({}, context({ dryRun: true }));
    expect(data).toMatchObject({ files: [REGISTRY_PATH], dry_run: true, differences: [{ code: "registry_missing" }] });
    expect(generate.render(data)).toContain("would be written");
    expect(existsSync(join(disk.root, "logs"))).toBe(false);
  });

  test("writes the types where the project has a TypeScript tool of its own", async () => {
    disk.write(
      "tools/page-list.ts",
      "/**\n * TOOL_META\n * List pages.\n *\n * @noun page\n * @verb list\n * @option none\n * @precondition none\n * @side_effect none\n * @idempotent true\n */\n",
    );
    expect((await generate.run({}, context())).files).toEqual([REGISTRY_PATH, TYPES_PATH]);
    expect(readFileSync(join(disk.root, TYPES_PATH), "utf8")).toContain('"page publish": {');
  });

  test("with a broken header registers the sound tools, tells each problem with its place, and exits 3", async () => {
    await generate.run({}, context());
    disk.write("tools/page-check.sh", bashTool("page", "check"));
    disk.write("tools/page-publish.sh", PUBLISH.replace("summary", "sumary"));
    const told = context();
    const error = await refused(generate.run({}, told));
    expect([error.code, exitCodeOf(error)]).toEqual(["tool_headers_broken", 3]);
    expect(error.message).toContain("tools/page-publish.sh:");
    expect(told.logs.join("\n")).toContain("tools/page-publish.sh:");
    expect(error.detail).toMatchObject({ differences: [{ code: "tool_broken", tool: "local__page-publish" }, { code: "tool_new" }] });
    expect(registry().tools.map(({ id }) => id)).toEqual(["local__page-check"]);
    // Mending is writing, so the Fix is what to tell the user: where, what, and how to go on.
    expect(error.fix[0]).toContain("In tools/page-publish.sh, line");
    expect(error.fix.at(-1)).toBe("Then run: acme registry generate");
  });

  test("mends a registry with merge-conflict markers", async () => {
    await generate.run({}, context());
    const sound = registryText();
    writeFileSync(join(disk.root, REGISTRY_PATH), `<<<<<<< HEAD\n${sound}=======\n${sound}>>>>>>> other\n`);
    const error = await refused(runCheck());
    expect([error.code, error.fix]).toEqual(["registry_conflict", ["acme registry generate"]]);
    expect((await refused(show.run({}, context()))).code).toBe("registry_conflict");
    await generate.run({}, context());
    expect(registryText()).toBe(sound);
  });

  test("where logs cannot be a folder, is a platform error with a sentence for the user, and nothing is lost", async () => {
    disk.write("logs", "a file of the user's");
    const error = await refused(generate.run({}, context()));
    expect([error.code, error.recoverable, exitCodeOf(error)]).toEqual(["registry_unwritable", "user-action-required", 3]);
    expect(readFileSync(join(disk.root, "logs"), "utf8")).toBe("a file of the user's");
  });

  test.skipIf(process.getuid?.() === 0)("in a folder that may not be written is a platform error, and the old registry stays", async () => {
    await generate.run({}, context());
    const before = registryText();
    disk.write("tools/page-check.sh", bashTool("page", "check"));
    chmodSync(join(disk.root, "logs"), 0o555);
    expect((await refused(generate.run({}, context()))).code).toBe("registry_unwritable");
    chmodSync(join(disk.root, "logs"), 0o755);
    expect(registryText()).toBe(before);
  });

  test.runIf(existsSync("/proc/self"))("in a folder that no account may write is a platform error", async () => {
    symlinkSync("/proc/self", join(disk.root, "logs"));
    const error = await refused(generate.run({}, context()));
    expect([error.code, exitCodeOf(error)]).toEqual(["registry_unwritable", 3]);
  });
});

describe("registry check", () => {
  test("names tool and field, gives the regenerating command, which then runs clean (case e2)", async () => {
    await generate.run({}, context());
    const committed = registryText();
    disk.write("tools/page-publish.sh", PUBLISH.replace("Publish a", "Send a"));
    const error = await refused(runCheck());
    expect([error.code, exitCodeOf(error), error.fix]).toEqual(["tool_header_changed", 1, ["acme registry generate"]]);
    expect(error.message).toContain("local__page-publish");
    expect(error.message).toContain("summary");
    expect(error.message).not.toContain("\n");
    expect(registryText()).toBe(committed);
    await generate.run({}, context());
    await runCheck();
  });

  test("several kinds of fault are one registry_drift with all of them in detail", async () => {
    await generate.run({}, context());
    disk.write("tools/page-check.sh", bashTool("page", "check"));
    rmSync(join(disk.root, "tools/page-publish.sh"));
    const error = await refused(runCheck());
    expect(error.code).toBe("registry_drift");
    expect(error.detail).toMatchObject({ faults: [{ code: "tool_gone" }, { code: "tool_new" }] });
  });

  test("a broken header that was never registered fails it too", async () => {
    await generate.run({}, context());
    disk.write("tools/page-check.sh", "#!/bin/sh\n# TOOL_META\n# noun: page\n");
    const error = await refused(runCheck());
    expect([error.code, error.fix.at(-1)]).toEqual(["tool_headers_broken", "Then run: acme registry generate"]);
  });

  test("the same bytes are right wherever the project lies", async () => {
    await generate.run({}, context());
    const copy = diskProject();
    cpSync(disk.root, copy.root, { recursive: true });
    await check.run({ full: true }, fakeContext({ PROJECT_ROOT: copy.root }));
    copy.remove();
  });
});

describe("registry show", () => {
  test("lists the tools, one tool, one field", async () => {
    await generate.run({}, context());
    const all = await show.run({}, context());
    expect(show.render(all)).toMatch(/^page publish {2}low {5}Publish a page\.\n1 tool$/);
    const one = await show.run({ noun: "page", verb: "publish" }, context());
    expect(one).toMatchObject({ tool: { id: "local__page-publish" } });
    expect(show.render(one)).toContain("retry    safe (idempotent)");
    expect(await show.run({ noun: "page", verb: "publish", field: "options.0.required" }, context())).toEqual({
      field: "options.0.required",
      value: true,
    });
  });

  test("an unknown tool or field is told with a Fix", async () => {
    await generate.run({}, context());
    expect((await refused(show.run({ noun: "pages" }, context()))).fix).toEqual(["acme registry show"]);
    const error = await refused(show.run({ noun: "page", verb: "publish", field: "constructor.name" }, context()));
    expect([error.code, error.fix]).toEqual(["registry_field_unknown", ["acme registry show page publish"]]);
  });

  test("without a registry it shows what the headers say, with a warning", async () => {
    const told = context();
    expect(await show.run({}, told)).toMatchObject({ tools: [{ id: "local__page-publish" }] });
    expect(told.warnings).toHaveLength(1);
    expect(told.nexts).toEqual(["registry generate"]);
  });
});

describe("registry diff", () => {
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      cwd: disk.root,
      env: { PATH: process.env.PATH, HOME: disk.root },
    });

  test("compares a git revision with the working tree", async () => {
    await generate.run({}, context());
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "x");
    disk.write(
      "tools/page-publish.sh",
      PUBLISH.replace("required: true", "required: false").replace("idempotent: true", "idempotent: false"),
    );
    await generate.run({}, context());
    const data = await diff.run({ old: "HEAD" }, context());
    expect(data.changes.map(({ verdict, rule }) => `${verdict} ${rule}`)).toEqual([
      "breaking idempotence_changed",
      "compatible required_changed",
    ]);
    expect(diff.render(data)).toMatch(/^breaking {5}local__page-publish idempotent: .*\n.*\n1 breaking, 1 compatible, 0 descriptive$/);
    expect(await diff.run({ old: "HEAD", new: "HEAD" }, context())).toMatchObject({ changes: [] });
  });

  test("compares two files, relative to the caller's folder", async () => {
    await generate.run({}, context());
    disk.write("sub/old.json", registryText());
    expect(await diff.run({ old: "old.json" }, context({ cwd: join(disk.root, "sub") }))).toMatchObject({ breaking: 0, changes: [] });
  });

  test.each(["HEAD~99", "--output=x", ""])(
    "what is neither file nor revision (%j) is refused, with a Fix that shows those there are",
    async (old) => {
      await generate.run({}, context());
      execFileSync("bash", ["-c", "git init -q && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first"], {
        cwd: disk.root,
      });
      const error = await refused(diff.run({ old }, context({ cwd: join(disk.root, "tools") })));
      expect([error.code, exitCodeOf(error)]).toEqual(["registry_revision_unknown", 1]);
      execFileSync("bash", ["-c", error.fix[0] ?? "false"], { cwd: join(disk.root, "tools") });
      expect(existsSync(join(disk.root, "x"))).toBe(false);
    },
  );

  test("where there is no git the user is asked for a file", async () => {
    await generate.run({}, context());
    const error = await refused(diff.run({ old: "HEAD" }, context()));
    expect([error.code, exitCodeOf(error)]).toEqual(["registry_no_git", 3]);
    expect(error.message).toContain("no git repository");
  });

  test("a file that is no registry is refused with the reason", async () => {
    await generate.run({}, context());
    disk.write("other.json", '{"tools": [{"id": 1}]}');
    const error = await refused(diff.run({ old: "other.json" }, context()));
    expect([error.code, error.fix]).toEqual(["registry_not_comparable", ["acme registry check"]]);
  });
});
