import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes a project that carries this nichekit, with these files. */
export function writeProject(root: string, kit: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries({ "niche.json": "{}", ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode: 0o755 });
  }
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  mkdirSync(join(root, "bin"), { recursive: true });
  // As npm lays a linked package.
  symlinkSync(kit, join(root, "node_modules/nichekit"));
  symlinkSync("../nichekit/bin/niche-dispatch", join(root, "node_modules/.bin/niche-dispatch"));
  return root;
}

export const MODULE_TOOL = `/**
 * TOOL_META
 * Say hello.
 *
 * @noun hello
 * @verb module
 * @option {string} [name=you] - Whom.
 * @precondition none
 * @side_effect none
 * @idempotent true
 */
export const run = ({ name }: { name: string }): string => \`hello \${name}\`;
`;

export const BASH_TOOL = `#!/usr/bin/env bash
# TOOL_META
# noun: hello
# verb: shell
# preconditions: []
# idempotent: true
# side_effects: []
# options:
#   - {name: name, type: string, default: you}
printf 'hello %s\\n' "\${ARG_NAME:-you}"
`;

/** Tools with headers of common size: five options, preconditions and side effects; a third in each spelling that people write. */
export function syntheticTools(count: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 0; at < count; at++) {
    const noun = `noun-${at % 40}`;
    const verb = `verb-${at}`;
    files[`lib/${noun}-${verb}.${at % 3 === 0 ? "ts" : at % 3 === 1 ? "sh" : "py"}`] =
      at % 3 === 0 ? tags(noun, verb, at) : yaml(noun, verb, at, at % 3 === 2);
  }
  return files;
}

function yaml(noun: string, verb: string, at: number, python: boolean): string {
  const lines = [
    "TOOL_META",
    `noun: ${noun}`,
    `verb: ${verb}`,
    `summary: Do the work number ${at} on the things of ${noun}; use it when they have changed.`,
    `preconditions: [WORK_DIR is set, build/input-${at % 50} exists]`,
    "idempotent: true",
    "side_effects:",
    `  - reads build/input-${at % 50}`,
    `  - writes build/output-${at}`,
    "options:",
    "  - {name: keywords, short: k, type: string[], required: true, description: Words to look for.}",
    "  - {name: limit, type: integer, default: 10, description: How many at the most.}",
    "  - {name: mode, type: [any, all], default: any, description: How many of them must match.}",
    "  - {name: verbose, type: boolean, description: Tell more on the way.}",
    "args:",
    "  - {name: paths, type: path[], description: Where to look.}",
    "env: [WORK_DIR]",
    "output: json",
  ];
  return python
    ? `#!/usr/bin/env python3\n"""${lines.join("\n")}\n"""\nprint("{}")\n`
    : `#!/usr/bin/env bash\n${lines.map((line) => `# ${line}\n`).join("")}echo '{}'\n`;
}

function tags(noun: string, verb: string, at: number): string {
  return `/**
 * TOOL_META
 * Do the work number ${at} on the things of ${noun}; use it when they have changed.
 *
 * @noun ${noun}
 * @verb ${verb}
 * @option {string[]} keywords -k - Words to look for.
 * @option {integer} [limit=10] - How many at the most.
 * @option {"any"|"all"} [mode=any] - How many of them must match.
 * @option {boolean} [verbose] - Tell more on the way.
 * @arg {path[]} [paths] - Where to look.
 * @precondition WORK_DIR is set
 * @precondition build/input-${at % 50} exists
 * @side_effect reads build/input-${at % 50}
 * @side_effect writes build/output-${at}
 * @idempotent true
 * @env WORK_DIR
 * @output json
 */
export const run = () => ({});
`;
}

/** What a check at least has to do: read the same files and hash them. */
export const HASH_ALL = `const { createHash } = require("node:crypto"); const { readdirSync, readFileSync } = require("node:fs");
const hash = createHash("sha256"); for (const name of readdirSync(process.argv[2]).sort()) hash.update(readFileSync(process.argv[2] + "/" + name)); console.log(hash.digest("hex"));`;
