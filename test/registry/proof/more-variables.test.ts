import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { entryOf } from "../../../registry/generate/entry-of.ts";
import { withMoreVariables } from "../../../registry/proof/more-variables.ts";
import { parseHeader } from "../../../registry/tool-meta/parse.ts";
import { readToolFile } from "../../../registry/tool-meta/read.ts";
import { scratch } from "../../support/project.ts";

const YAML = [
  "TOOL_META",
  "noun: place",
  "verb: show",
  "preconditions:",
  "  - {test: DIR exists, fix: 'mkdir \"$DIR\"'}",
  "idempotent: false",
  "side_effects: ['--force: deletes ${DIR}/x', process git]",
  "options:",
  "  - {name: force, type: boolean, short: f}",
  "  - {name: mode, type: [any, all], default: any}",
  '  - {name: word, type: string[], default: ["it\'s: #1"], env: WORDS}',
  "args: [{name: file, type: path, required: true}]",
  "output: ndjson",
  "env: [DIR=here, OLD]",
  "timeout: 2.5",
];

const SPELLINGS: Readonly<Record<string, readonly [string, string]>> = {
  "a Bash comment": ["place-show.sh", `#!/usr/bin/env bash\n${YAML.map((line) => `# ${line}\n`).join("")}echo\n`],
  "a Python docstring": ["place-show.py", `#!/usr/bin/env python3\n"""${YAML.join("\n")}\n"""\nprint()\n`],
  "line comments": ["place-show.js", `${YAML.map((line) => `// ${line}\n`).join("")}export const run = () => 1;\n`],
  "JSDoc tags": [
    "place-show.ts",
    "/**\n * TOOL_META\n * Show it.\n *\n * @noun place\n * @verb show\n * @option {string[]} [word] - W.\n * @precondition none\n * @side_effect none\n * @idempotent true\n * @env OLD\n */\nexport const run = () => 1;\n",
  ],
};

describe("a header with more variables", () => {
  test.each(Object.entries(SPELLINGS))("in %s declares them, and all else as before", (_, [name, source]) => {
    const folder = scratch();
    const meta = (text: string) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      const file = readToolFile(path, name);
      const parsed = file.header && parseHeader(file.header, { shown: name, stem: "place-show" });
      if (parsed?.ok !== true) throw new Error(JSON.stringify(parsed ?? file.problems));
      return { file, entry: entryOf(parsed.meta, { source: name, runner: "process", sha256: file.header?.sha256 ?? "" }) };
    };
    const before = meta(source);
    const text = withMoreVariables(source, before.file, before.entry, ["NEW_ONE", "NEW_TWO"]);
    const after = meta(text ?? "");
    const bare = ({ summary: _s, sha256: _h, env: _e, tokens: _t, input_schema: _i, ...rest }: typeof after.entry) =>
      JSON.parse(JSON.stringify(rest, (key, value) => (key === "description" ? undefined : value)));
    expect(bare(after.entry)).toEqual(bare(before.entry));
    expect(after.entry.env).toEqual([...before.entry.env, { name: "NEW_ONE" }, { name: "NEW_TWO" }]);
    expect(text?.split("\n").at(-2)).toBe(source.split("\n").at(-2));
  });
});
