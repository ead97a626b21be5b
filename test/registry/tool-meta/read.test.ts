import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readToolFile } from "../../../registry/tool-meta/read.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "nichekit-read-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: string | Buffer, name = "docs-fetch.sh") {
  const file = join(folder, name);
  writeFileSync(file, content);
  return readToolFile(file, `lib/${name}`);
}

const SOURCE = "#!/usr/bin/env bash\n# TOOL_META\n# noun: docs\n# summary: 文書を探す 🔎 – naïve\necho\n";

describe("BOM and CRLF are read as if absent", () => {
  it("so that a file saved four ways has one header of one digest", () => {
    const plain = read(SOURCE).header;
    for (const content of [SOURCE.replaceAll("\n", "\r\n"), `\uFEFF${SOURCE}`, `\uFEFF${SOURCE.replaceAll("\n", "\r\n")}`]) {
      expect(read(content).header).toEqual(plain);
    }
    expect(plain?.text).toBe("noun: docs\nsummary: 文書を探す 🔎 – naïve\n");
    expect(plain?.line).toBe(3);
  });

  it("and both are told, since a shebang with either cannot be started", () => {
    expect(read(SOURCE)).toMatchObject({ bom: false, crlf: false, shebang: "/usr/bin/env bash" });
    expect(read(SOURCE.replaceAll("\n", "\r\n"))).toMatchObject({ bom: false, crlf: true, shebang: "/usr/bin/env bash" });
    expect(read(`\uFEFF${SOURCE}`)).toMatchObject({ bom: true, crlf: false, shebang: "/usr/bin/env bash" });
    expect(read("// TOOL_META\r\n// noun: docs\r\n", "docs-fetch.ts")).toMatchObject({ crlf: true, shebang: undefined });
    expect(read("// TOOL_META\n// noun: docs\n", "docs-fetch.ts")).toMatchObject({ crlf: false });
  });
});

describe("bytes that are not UTF-8", () => {
  it("are an error with file, line and Fix where they stand in or before the header", () => {
    const content = Buffer.concat([
      Buffer.from("#!/bin/sh\n# TOOL_META\n# noun: docs\n# summary: "),
      Buffer.from([0xe9, 0x0a]),
      Buffer.from("echo\n"),
    ]);
    expect(read(content).problems).toEqual([
      {
        code: "header_not_utf8",
        file: "lib/docs-fetch.sh",
        line: 4,
        message: "The header holds bytes that are not UTF-8",
        fix: "Save the file as UTF-8 without a byte order mark",
      },
    ]);
  });

  it("are an error where the whole file is UTF-16", () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(SOURCE, "utf16le")]);
    expect(read(utf16).problems).toMatchObject([{ code: "header_not_utf8", line: 1 }]);
  });

  it("are a script's own affair behind the leading comments", () => {
    expect(read(Buffer.concat([Buffer.from(SOURCE), Buffer.from([0xff, 0x00, 0xfe])])).problems).toEqual([]);
  });

  it("are no matter in a program without a header", () => {
    expect(read(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff, 0x00]))).toMatchObject({ header: undefined, problems: [] });
  });
});

describe("the digest", () => {
  it("of the header follows its text, spelling and guards, not the code behind it", () => {
    const digest = (content: string) => read(content).header?.sha256;
    expect(digest(`${SOURCE}ls\n`)).toBe(digest(SOURCE));
    expect(digest(SOURCE.replace("noun: docs", "noun: doc"))).not.toBe(digest(SOURCE));
    expect(digest(`${SOURCE}: "\${DOCS_DIR:?}"\n`)).not.toBe(digest(SOURCE));
    expect(digest("/* TOOL_META\nnoun: a */")).not.toBe(digest("/** TOOL_META\nnoun: a */"));
  });
});

describe("guards", () => {
  it("of a shell script are part of its header", () => {
    expect(read(`${SOURCE}: "\${DOCS_DIR:?set it}"\nif x; then\n  : "\${TOKEN:?}"\nfi\n`).header).toMatchObject({
      guards: ["DOCS_DIR"],
      branch_guards: ["TOKEN"],
    });
  });

  it("are looked for in shell scripts only, told by the shebang, else by the name", () => {
    const python = `#!/usr/bin/env python3\n# TOOL_META\n# noun: docs\ns = '''\n: "\${DOCS_DIR:?}"\n'''\n`;
    expect(read(python, "docs-fetch.py").header?.guards).toBeUndefined();
    expect(read(`# TOOL_META\n# noun: docs\n: "\${DOCS_DIR:?}"\n`, "docs-fetch.bash").header?.guards).toEqual(["DOCS_DIR"]);
    expect(read(`#!/bin/sh -e\n# TOOL_META\n: "\${DOCS_DIR:?}"\n`, "docs-fetch").header?.guards).toEqual(["DOCS_DIR"]);
  });
});

it("faults of the comment are problems with file, line and Fix", () => {
  expect(read("#!/bin/sh\n# TOOL_META\n# noun: a\n# TOOL_META\n").problems).toEqual([
    {
      code: "header_second",
      file: "lib/docs-fetch.sh",
      line: 4,
      message: "A second TOOL_META in one file",
      fix: "Keep one TOOL_META; move the other tool to a file of its own",
    },
  ]);
  expect(read("/*\nTOOL_META\n").problems).toMatchObject([{ code: "header_unclosed", line: 1, fix: "End the comment with */" }]);
  expect(read("/*\nTOOL_META\npaths: [a/**/b]\n*/\n").problems).toMatchObject([{ code: "header_cut", line: 3 }]);
  expect(read("# TOOL_META\n# noun: a\n\n# verb: b\n").problems).toMatchObject([{ code: "header_split", line: 4 }]);
});

it("a file without a header is no fault of reading, and a missing file is node's own error", () => {
  expect(read("echo\n")).toMatchObject({ header: undefined, problems: [] });
  expect(read("")).toMatchObject({ header: undefined, shebang: undefined, problems: [] });
  expect(() => readToolFile(join(folder, "none"), "none")).toThrow(expect.objectContaining({ code: "ENOENT" }));
});

it("of a very large file the beginning is searched for the header", () => {
  const file = read(Buffer.concat([Buffer.from(SOURCE), Buffer.alloc(9 * 1024 * 1024, 0xff)]));
  expect(file.header?.text).toContain("noun: docs");
  expect(file.problems).toEqual([]);
});
