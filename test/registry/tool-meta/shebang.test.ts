import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readToolFile } from "../../../registry/tool-meta/read.ts";
import { shebangProblem } from "../../../registry/tool-meta/shebang.ts";

const SOURCE = "#!/usr/bin/env bash\n# TOOL_META\n# noun: docs\necho 'é'\n";

describe("a shebang behind a byte order mark or before CRLF is told before the launch", () => {
  const files: Record<string, [content: string, message: RegExp]> = {
    CRLF: [SOURCE.replaceAll("\n", "\r\n"), /has CRLF line ends$/],
    "a byte order mark": [`\uFEFF${SOURCE}`, /has a byte order mark$/],
    both: [`\uFEFF${SOURCE.replaceAll("\n", "\r\n")}`, /a byte order mark and CRLF line ends$/],
  };
  for (const [name, [content, message]] of Object.entries(files)) {
    it(`with a Fix that makes the file sound: ${name}`, () => {
      const folder = mkdtempSync(join(tmpdir(), "nichekit it's-"));
      try {
        const file = join(folder, "docs-fetch.sh");
        writeFileSync(file, content);
        const problem = shebangProblem(readToolFile(file, file), file);
        expect(problem?.message).toMatch(message);
        execFileSync("sh", ["-c", problem?.fix ?? "false"]);
        expect(readFileSync(file, "utf8")).toBe(SOURCE);
        expect(shebangProblem(readToolFile(file, file), file)).toBeUndefined();
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }

  it("and a file without a shebang has no such problem", () => {
    expect(shebangProblem({ shebang: undefined, bom: true, crlf: true }, "x")).toBeUndefined();
    expect(shebangProblem({ shebang: "/bin/sh", bom: false, crlf: false }, "x")).toBeUndefined();
  });
});
