import { describe, expect, it } from "vitest";
import { findHeader } from "../../../registry/tool-meta/comment.ts";

const BODY = ["noun: docs", "verb: fetch", "options:", "  - {name: limit, type: integer}"];
const TEXT = `${BODY.join("\n")}\n`;
const hash = ["# TOOL_META", ...BODY.map((line) => `# ${line}`)].join("\n");
const found = (source: string) => findHeader(source).header;

describe("a header stands in comments of every style and reads the same", () => {
  const styles: Record<string, string> = {
    "# lines": hash,
    "## lines": hash.replaceAll("# ", "## "),
    "# lines without a space": hash.replaceAll("# ", "#"),
    "# lines with a tab": hash.replaceAll("# ", "#\t"),
    "// lines": hash.replaceAll("# ", "// "),
    "-- lines (Lua, SQL)": hash.replaceAll("# ", "-- "),
    "; lines (Lisp)": hash.replaceAll("# ", ";; "),
    "% lines (Erlang)": hash.replaceAll("# ", "%% "),
    "a block comment": `/*\nTOOL_META\n${TEXT}*/`,
    "a block comment with stars": `/*\n * TOOL_META\n${BODY.map((line) => ` * ${line}\n`).join("")} */`,
    "a block comment that begins on its first line": `/* TOOL_META\n${BODY.map((line) => `   ${line}\n`).join("")}*/`,
    "a banner": `/*****\n * TOOL_META\n${BODY.map((line) => ` * ${line}\n`).join("")} *****/`,
    "a docstring": `"""\nTOOL_META\n${TEXT}"""`,
    "a docstring in single quotes": `'''TOOL_META\n${TEXT}'''`,
    "a raw docstring, indented": `r"""What it does.\n\n    TOOL_META\n${BODY.map((line) => `    ${line}\n`).join("")}    """`,
    "a Unicode docstring": `u"""\nTOOL_META\n${TEXT}"""`,
    "a Lua block": `--[[\nTOOL_META\n${TEXT}]]`,
    "a PowerShell block": `<#\nTOOL_META\n${TEXT}#>`,
  };
  for (const [style, source] of Object.entries(styles)) {
    it(`as ${style}`, () => {
      expect(found(`${source}\nrest of the file\n`)).toMatchObject({ spelling: "yaml", text: TEXT });
      expect(findHeader(source).faults).toEqual([]);
    });
  }

  it("as JSDoc tags in a comment with two stars only", () => {
    expect(found("/**\n * TOOL_META\n * Fetch.\n *\n * @noun docs\n */\n")).toEqual({
      spelling: "tags",
      text: "Fetch.\n\n@noun docs\n",
      line: 3,
    });
    expect(found("/** TOOL_META\n@noun docs */")).toEqual({ spelling: "tags", text: "@noun docs\n", line: 2 });
    expect(found("/***\n * TOOL_META\n * noun: docs\n */")?.spelling).toBe("yaml");
  });
});

describe("a header stands in the leading comments", () => {
  const places: Record<string, string> = {
    "after a shebang": "#!/usr/bin/env bash\n",
    "after a shebang with -S": "#!/usr/bin/env -S deno run --allow-read\n",
    "after blank lines": "\n\n  \n",
    "after a licence of another style": "/*\n * Copyright 2026 A Team.\n */\n\n",
    "after a JSDoc licence": "/** @license MIT */\n",
    "after several comments": "#!/usr/bin/env node\n// a\n\n/* b */\n/* c\n */\n// d\n\n",
    "after a coding line": "#!/usr/bin/python3\n# -*- coding: utf-8 -*-\n",
    'after "use strict"': "#!/usr/bin/env node\n'use strict';\n",
    "in the licence's own comment": "# Copyright 2026 A Team.\n#\n",
    "after a docstring": '"""What it does."""\n',
  };
  for (const [place, before] of Object.entries(places)) {
    it(place, () => {
      expect(found(`${before}${hash}\ncode\n`)).toMatchObject({ text: TEXT, line: before.split("\n").length + 1 });
    });
  }

  const nowhere: Record<string, string> = {
    "in a here-document": `cat <<EOF\n${hash}\nEOF\n`,
    "behind code": `set -e\n${hash}\n`,
    "behind code on a comment's last line": `/* a */ run()\n${hash}\n`,
    "in a string": `x = """\n${hash}\n"""\n`,
    "in a byte string": `b"""\nTOOL_META\n${TEXT}"""\n`,
    "behind a semicolon that is code": `;(function () {\n${hash}\n})()\n`,
    "in a fenced sample": `# Write:\n# \`\`\`\n# TOOL_META\n# noun: x\n# \`\`\`\n`,
    "in the middle of a line": "# The TOOL_META of this file\n",
  };
  for (const [place, source] of Object.entries(nowhere)) {
    it(`and never ${place}`, () => expect(findHeader(source)).toMatchObject({ header: undefined, faults: [] }));
  }

  it("and a fence that nothing closes hides none", () => {
    expect(found("# ```\n# TOOL_META\n# noun: docs\n")?.text).toBe("noun: docs\n");
  });
});

describe("a header ends where its comment ends", () => {
  it("at the first line without a comment mark", () => {
    expect(found("# TOOL_META\n# noun: docs\necho # verb: x\n# verb: x\n")?.text).toBe("noun: docs\n");
    expect(found("# TOOL_META\n# noun: docs\n\n# Some remark\n")?.text).toBe("noun: docs\n");
  });

  it("and a key that follows an empty line is a fault, since it would be lost", () => {
    expect(findHeader("# TOOL_META\n# noun: docs\n\n# options: []\n").faults).toEqual([{ kind: "split", line: 4 }]);
  });

  it("and without an end mark it is a fault", () => {
    expect(findHeader("/*\nTOOL_META\nnoun: docs\n").faults).toEqual([{ kind: "unclosed", line: 1, mark: "*/" }]);
    expect(findHeader('"""\nTOOL_META\nnoun: docs\n').faults).toEqual([{ kind: "unclosed", line: 1, mark: '"""' }]);
  });

  it("and an end mark inside a line is a fault; escaped it is text", () => {
    expect(findHeader("/*\nTOOL_META\npaths: [src/**/*.ts]\n*/\n").faults).toEqual([{ kind: "cut", line: 3, mark: "*/" }]);
    expect(found("/*\nTOOL_META\npaths: [src/**\\/*.ts]\n*/\n")?.text).toBe("paths: [src/**/*.ts]\n");
  });
});

describe("a second header is a fault at its line", () => {
  const second: Record<string, [source: string, line: number]> = {
    "in the same comment": ["# TOOL_META\n# noun: a\n# TOOL_META\n# noun: b\n", 3],
    "in a later leading comment": ["# TOOL_META\n# noun: a\n\n// TOOL_META\n// noun: b\n", 4],
    "of the other spelling": ["/*\nTOOL_META\n*/\n/**\n * TOOL_META\n */\n", 5],
  };
  for (const [place, [source, line]] of Object.entries(second)) {
    it(place, () => expect(findHeader(source).faults).toEqual([{ kind: "second", line }]));
  }

  it("but the text of an example is none", () => {
    const source = "# TOOL_META\n# noun: a\n# examples:\n#   - |\n#     TOOL_META\n#     noun: b\n";
    expect(findHeader(source).faults).toEqual([]);
    expect(found(source)?.text).toContain("    TOOL_META\n");
  });
});
