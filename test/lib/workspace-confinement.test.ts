import { execFileSync } from "node:child_process";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { run as edit } from "../../lib/file-edit.ts";
import { run as glob } from "../../lib/file-glob.ts";
import { run as grep } from "../../lib/file-grep.ts";
import { run as read } from "../../lib/file-read.ts";
import { run as write } from "../../lib/file-write.ts";
import { withOpenFile } from "../../lib/support/workspace/open-inside.ts";
import { placeInside } from "../../lib/support/workspace/place-inside.ts";
import { readWhole } from "../../lib/support/workspace/text-file.ts";
import { writeInside } from "../../lib/support/workspace/write-inside.ts";
import { treeDigest } from "./support/tree-digest.ts";
import { thrown, type Workspace, workspace } from "./workspace-project.ts";

/** Every tool that takes a path, on one. */
const CALLS: Readonly<Record<string, (place: Workspace, path: string, cwd?: string) => unknown>> = {
  "file read": (place, path, cwd) => read({ path }, place.context(cwd === undefined ? {} : { cwd })),
  "file grep": (place, path, cwd) => grep({ pattern: "SECRET", path }, place.context(cwd === undefined ? {} : { cwd })),
  "file glob": (place, path, cwd) => glob({ pattern: ["*"], path }, place.context(cwd === undefined ? {} : { cwd })),
  "file edit": (place, path, cwd) => edit({ path, old: "SECRET", new: "gone" }, place.context(cwd === undefined ? {} : { cwd })),
  "file write": (place, path, cwd) => write({ path, content: "gone", overwrite: true }, place.context(cwd === undefined ? {} : { cwd })),
};
const tools = Object.entries(CALLS);

function hostile(): Workspace {
  const place = workspace({ "in/side.txt": "inside\n", "in/deep/er.txt": "deeper\n" });
  symlinkSync(place.outside, join(place.root, "out"));
  symlinkSync(join(place.outside, "secret.txt"), join(place.root, "out.txt"));
  symlinkSync("../../outside", join(place.root, "in/up"));
  symlinkSync("deep", join(place.root, "in/link"));
  symlinkSync("nowhere", join(place.root, "broken"));
  symlinkSync("loop", join(place.root, "loop"));
  return place;
}

describe.each(tools)("%s", (tool, call) => {
  test.each([
    ["a parent hop", "../outside/secret.txt"],
    ["many parent hops", "in/../../outside/secret.txt"],
    ["hops beyond the root of all", "../../../../../../../../../../etc/passwd"],
    ["an absolute path outside", "/etc/passwd"],
    ["a link to a file outside", "out.txt"],
    ["a folder that is a link outside", "out/secret.txt"],
    ["a relative link that leads out", "in/up"],
    ["what is not there outside", "out/new/file.txt"],
    ["the folder above", ".."],
    ["a sibling whose name begins like the project's", "../a b 日本x/file.txt"],
  ])("refuses %s, and says what to do", async (_what, path) => {
    const place = hostile();
    const before = treeDigest(place.outside);
    const error = await thrown(() => call(place, path));
    expect(error).toMatchObject({ code: "path_outside_project", layer: "precondition", recoverable: "yes" });
    expect(error.fix[0]).toMatch(/^acme file glob --pattern /);
    expect(error.message).not.toContain("SECRET");
    expect(treeDigest(place.outside)).toBe(before);
  });

  test("judges from the caller's folder, as the permission gate does, and never from the project's root instead", async () => {
    const place = hostile();
    place.write("only-at-root.txt", "SECRET\n");
    const error = await thrown(() => call(place, "../../outside/secret.txt", join(place.root, "in")));
    expect(error.code).toBe("path_outside_project");
    if (call !== CALLS["file write"])
      expect(["file_missing", "path_malformed"]).toContain(
        (await thrown(() => call(place, "only-at-root.txt", join(place.root, "in")))).code,
      );
  });

  test("refuses links that lead nowhere or in a circle, and names that cannot be", async () => {
    const place = hostile();
    expect((await thrown(() => call(place, "broken"))).code).toBe("path_link_broken");
    expect((await thrown(() => call(place, "broken/below"))).code).toBe("path_link_broken");
    expect((await thrown(() => call(place, "loop"))).code).toBe("path_link_broken");
    expect((await thrown(() => call(place, "a\0b"))).code).toBe("path_malformed");
    expect((await thrown(() => call(place, "x".repeat(300)))).code).toBe("path_malformed");
    expect((await thrown(() => call(place, "in/side.txt/below"))).code).toBe("path_malformed");
  });

  test("works where PROJECT_ROOT itself is reached through a link", async () => {
    const place = hostile();
    place.write("in/x.txt", "SECRET\n");
    const link = join(place.outside, "link");
    symlinkSync(place.root, link);
    const through = { ...place, context: () => place.context({ env: { PROJECT_ROOT: link }, cwd: link }) };
    const name = { "file glob": "in", "file write": "in/new.txt" }[tool] ?? "in/x.txt";
    await call(through, name);
    place.write("in/x.txt", "SECRET\n");
    await call(through, join(link, name));
  });
});

describe("special files", () => {
  test.each(tools.filter(([name]) => name !== "file glob"))("%s refuses a fifo without waiting for its other end", async (_, call) => {
    const place = workspace();
    execFileSync("mkfifo", [join(place.root, "pipe")]);
    const error = await thrown(() => call(place, "pipe"));
    expect(error).toMatchObject({ code: "file_special", recoverable: "user-action-required" });
    expect(error.message).toContain("a fifo");
  });

  test("a folder is no file", async () => {
    const place = workspace({ "in/a.txt": "" });
    expect((await thrown(() => read({ path: "in" }, place.context()))).code).toBe("file_is_folder");
    expect((await thrown(() => write({ path: "in", content: "", overwrite: true }, place.context()))).code).toBe("file_is_folder");
    expect((await thrown(() => edit({ path: "in", old: "a", new: "b" }, place.context()))).code).toBe("file_is_folder");
  });
});

describe("links within the project", () => {
  test("are followed, and stay links when what they lead to is written", async () => {
    const place = hostile();
    symlinkSync("in/side.txt", join(place.root, "shortcut"));
    expect(await read({ path: "in/link/er.txt" }, place.context())).toMatchObject({ path: "in/deep/er.txt", content: "deeper\n" });
    await edit({ path: "shortcut", old: "inside", new: "changed" }, place.context());
    expect(readFileSync(join(place.root, "in/side.txt"), "utf8")).toBe("changed\n");
    expect(readFileSync(join(place.root, "shortcut"), "utf8")).toBe("changed\n");
    await write({ path: "in/link/new/file.txt", content: "x" }, place.context());
    expect(readFileSync(join(place.root, "in/deep/new/file.txt"), "utf8")).toBe("x");
  });

  test("a name that a file outside has as well by a hard link is written without it", async () => {
    const place = workspace();
    linkSync(join(place.outside, "secret.txt"), join(place.root, "same.txt"));
    await edit({ path: "same.txt", old: "SECRET", new: "changed" }, place.context());
    expect(readFileSync(join(place.outside, "secret.txt"), "utf8")).toBe("SECRET\n");
  });
});

describe("what changes between the look and the use", () => {
  test("a file that becomes a link is not read", async () => {
    const place = workspace({ "a.txt": "mine\n" });
    const seen = placeInside(place.context(), "a.txt");
    rmSync(join(place.root, "a.txt"));
    symlinkSync(join(place.outside, "secret.txt"), join(place.root, "a.txt"));
    expect((await thrown(() => withOpenFile(place.context(), seen, () => 1))).code).toMatch(/^(path_outside_project|file_special)$/);
  });

  test("a folder that becomes a link is neither read in nor written in", async () => {
    const place = workspace({ "in/secret.txt": "mine\n" });
    const context = place.context();
    const seen = placeInside(context, "in/secret.txt");
    const file = readWhole(context, seen);
    const fresh = placeInside(context, "in/new/fresh.txt");
    renameSync(join(place.root, "in"), join(place.root, "was"));
    symlinkSync(place.outside, join(place.root, "in"));
    const before = treeDigest(place.outside);
    expect((await thrown(() => withOpenFile(context, seen, () => 1))).code).toBe("path_outside_project");
    expect((await thrown(() => writeInside(context, seen, Buffer.from("x"), file.stat))).code).toMatch(
      /^(path_outside_project|file_unwritable)$/,
    );
    expect((await thrown(() => writeInside(context, fresh, Buffer.from("x"), null))).code).toMatch(
      /^(path_outside_project|file_unwritable)$/,
    );
    expect(treeDigest(place.outside)).toBe(before);
  });

  test("a file that somebody else wrote meanwhile is not overwritten, and nothing is left beside it", async () => {
    const place = workspace({ "a.txt": "mine\n" });
    const context = place.context();
    const seen = placeInside(context, "a.txt");
    const { stat } = readWhole(context, seen);
    place.write("a.txt", "theirs, longer\n");
    expect(() => writeInside(context, seen, Buffer.from("x"), stat)).toThrow();
    expect(() => writeInside(context, seen, Buffer.from("x"), null)).toThrow();
    expect(readFileSync(seen.real, "utf8")).toBe("theirs, longer\n");
    expect((await glob({ pattern: ["*"], ignored: true }, context)).paths).toEqual(["a.txt"]);
  });
});

describe("any path at all", () => {
  const step = fc.constantFrom(
    "..",
    ".",
    "in",
    "out",
    "out.txt",
    "up",
    "link",
    "deep",
    "er.txt",
    "side.txt",
    "new",
    "broken",
    "loop",
    "b c",
    "日本",
    "outside",
    "secret.txt",
    "~",
    "-",
  );
  const paths = fc.array(step, { minLength: 1, maxLength: 7 });

  test("either lies in the project or is refused: nothing outside is told or touched", async () => {
    const place = hostile();
    const before = treeDigest(place.outside);
    await fc.assert(
      fc.asyncProperty(paths, fc.boolean(), fc.constantFrom(...tools), async (steps, absolute, [, call]) => {
        const path = `${absolute ? `${place.root}/` : ""}${steps.join("/")}`;
        let told: unknown;
        try {
          told = await call(place, path);
        } catch (error) {
          expect(error).toMatchObject({ layer: expect.stringMatching(/^(precondition|platform)$/), fix: [expect.any(String)] });
          told = (error as Error).message;
        }
        expect(JSON.stringify(told)).not.toContain("SECRET\\n");
        expect(treeDigest(place.outside)).toBe(before);
      }),
      { numRuns: 400 },
    );
    expect(existsSync(join(place.outside, "secret.txt"))).toBe(true);
  });
});
