import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "./support/project.ts";

const TOP = ["bin", "dispatcher", "docs", "lib", "logs", "registry", "scripts", "test"];
/** Which layer may import which (design 3). `scripts` builds all of them. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  registry: ["registry"],
  dispatcher: ["dispatcher", "registry"],
  lib: ["lib", "registry", "logs"],
};

function sources(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && /^[^.]+$|\.(ts|sh|py)$/.test(item.name))
    .map((item) => relative(repository, join(item.parentPath, item.name)));
}

function imports(file: string): string[] {
  const text = readFileSync(join(repository, file), "utf8");
  return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map((match) =>
    relative(repository, resolve(repository, dirname(file), match[1] as string)),
  );
}

describe("the house", () => {
  test.each(Object.keys(ARROWS))("%s imports only what its arrows allow", (layer) => {
    const wrong = sources(layer).flatMap((file) =>
      imports(file)
        .filter((target) => !ARROWS[layer]?.includes(target.split("/")[0] as string))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a lib command imports no other command, only support", () => {
    const commands = sources("lib").filter((file) => dirname(file) === "lib");
    const wrong = commands.flatMap((file) =>
      imports(file)
        .filter((target) => dirname(target) === "lib")
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("no files import each other in a circle", () => {
    const files = Object.keys(ARROWS)
      .flatMap(sources)
      .filter((file) => file.endsWith(".ts"));
    const runtime = (file: string) => {
      const text = readFileSync(join(repository, file), "utf8");
      const found = [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"/gm)];
      return found
        .filter((match) => !/^(import|export) \{(\s*type [^,}]+,?)+\s*\}/.test(match[0]))
        .map((match) => relative(repository, resolve(repository, dirname(file), match[1] as string)));
    };
    const state = new Map<string, "open" | "done">();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]) => {
      if (state.get(file) === "done") return;
      if (state.get(file) === "open") {
        circles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
        return;
      }
      state.set(file, "open");
      for (const next of runtime(file)) visit(next, [...path, file]);
      state.set(file, "done");
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });

  test("no source file has more than 300 lines", () => {
    const long = [...Object.keys(ARROWS), "scripts", "bin"]
      .flatMap(sources)
      .map((file) => [file, readFileSync(join(repository, file), "utf8").split("\n").length - 1] as const)
      .filter(([, lines]) => lines > 300);
    expect(long).toEqual([]);
  });

  test("the top level holds the folders of the design and nothing else", () => {
    if (!existsSync(join(repository, ".git"))) return;
    const tracked = execFileSync("git", ["ls-files"], { cwd: repository, encoding: "utf8" }).split("\n");
    const folders = new Set(tracked.filter((file) => file.includes("/") && !file.startsWith(".")).map((file) => file.split("/")[0]));
    expect([...folders].sort()).toEqual(TOP);
  });
});
