import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { typesFile } from "../../../registry/tool-meta/types-file.ts";
import { sampleEntry } from "../sample-entry.ts";
import { meta, NEEDED_YAML, yaml } from "./header.ts";

const fetchTool = sampleEntry(
  meta(
    yaml(
      `${NEEDED_YAML}summary: Fetch */ documents.\noptions:\n  - {name: keywords, type: string[], required: true, description: Words to look for.}\n` +
        "  - {name: limit, type: integer, default: 10}\n  - {name: mode, type: [any, all], default: any}\n  - {name: kinds, type: '(a|b)[]'}\n" +
        "  - {name: dry-fast, type: boolean}\n  - {name: 2fa}\nargs:\n  - {name: paths, type: path[]}\n",
    ),
  ),
);

describe("the types of the tools' arguments", () => {
  it("say what a tool surely gets, and what it may", () => {
    expect(typesFile([sampleEntry({ noun: "impl", verb: "context" }), fetchTool])).toBe(
      `// Written by gen-registry from the TOOL_META headers; change those, not this file.

/** The arguments of every tool, by its command: \`run(args: ToolArguments["docs fetch"])\`. */
export interface ToolArguments {
  /** Fetch *\\/ documents. */
  "docs fetch": {
    /** Words to look for. */
    keywords: string[];
    limit: number;
    mode: "any" | "all";
    kinds?: ("a" | "b")[];
    "dry-fast"?: boolean;
    "2fa"?: string;
    paths?: string[];
  };
  "impl context": Record<string, never>;
}
`,
    );
  });

  it("are sorted by code point, whatever order the tools come in", () => {
    const tools = ["b", "a-c", "a"].map((noun) => sampleEntry({ noun, verb: "x" }));
    expect(typesFile(tools)).toBe(typesFile([...tools].reverse()));
    expect([...typesFile(tools).matchAll(/"(.*) x":/g)].map(([, noun]) => noun)).toEqual(["a", "a-c", "b"]);
  });

  it("make a wrong name in a tool a compile error", () => {
    const folder = mkdtempSync(join(tmpdir(), "nichekit-types-"));
    const tsc = join(dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))), "bin", "tsc");
    const compile = (use: string): string => {
      writeFileSync(
        join(folder, "lib", "docs-fetch.ts"),
        `import type { ToolArguments } from "../logs/tool-types.d.ts";\nexport function run(args: ToolArguments["docs fetch"]): unknown {\n  return ${use};\n}\n`,
      );
      try {
        execFileSync(
          process.execPath,
          [
            tsc,
            "--noEmit",
            "--strict",
            "--skipLibCheck",
            "--types",
            "",
            "--allowImportingTsExtensions",
            join(folder, "lib", "docs-fetch.ts"),
          ],
          { cwd: folder, encoding: "utf8" },
        );
        return "compiles";
      } catch (error) {
        return (error as { stdout: string }).stdout;
      }
    };
    try {
      mkdirSync(join(folder, "lib"));
      mkdirSync(join(folder, "logs"));
      writeFileSync(join(folder, "logs", "tool-types.d.ts"), typesFile([fetchTool]));
      expect(compile("args.keywords.join(args.mode).repeat(args.limit)")).toBe("compiles");
      expect(compile("args.kewords")).toMatch(/TS2551|TS2339/);
      expect(compile('args.mode === "some"')).toMatch(/TS2367/);
      expect(compile("args.paths.length")).toMatch(/TS18048|TS2532/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
