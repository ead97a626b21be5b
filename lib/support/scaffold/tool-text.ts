// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell variables in generated text
import type { RunLine } from "./run-line.ts";
import { exitCodes, preconditions, type SpecPath, sideEffects, type ToolSpec, target } from "./tool-spec.ts";

/** The text of a new tool's file: an honest, complete header and a small body that keeps its promises. */
export function toolText(spec: ToolSpec): string {
  switch (spec.language) {
    case "sh":
      return bash(spec);
    case "py":
      return python(spec);
    case "ts":
      return typescript(spec);
  }
}

function yamlHeader(spec: ToolSpec): string[] {
  const block = (key: string, items: readonly string[]) =>
    items.length === 0 ? [`${key}: []`] : [`${key}:`, ...items.map((item) => `  - ${item}`)];
  const list = (key: string, texts: readonly string[]) => block(key, texts.map(quoted));
  const needs = preconditions(spec).map(({ text, fix }) =>
    fix === undefined ? quoted(text) : `{test: ${quoted(text)}, fix: ${quoted(fix)}}`,
  );
  return [
    "TOOL_META",
    `noun: ${spec.noun}`,
    `verb: ${spec.verb}`,
    `summary: ${quoted(spec.summary)}`,
    ...block("preconditions", needs),
    `idempotent: ${spec.runs?.idempotent ?? true}`,
    ...list("side_effects", sideEffects(spec)),
    // Without declared options a call's words are handed on unchecked: the script that is run knows them.
    ...(spec.runs === undefined || spec.runs.words === "none" ? ["options: []"] : []),
    ...(spec.runs === undefined ? ["output: json"] : []),
    ...(spec.env.length === 0 ? [] : list("env", spec.env)),
    "exit_codes:",
    ...exitCodes(spec).map(([code, text]) => `  ${code}: ${text}`),
    ...list("examples", [`${spec.noun} ${spec.verb}`]),
  ];
}

/** Plain where YAML reads it as it stands. */
function quoted(text: string): string {
  return /^[A-Za-z$][^:#"'\\]*$/.test(text) ? text : text.includes('"') && !/['\\]/.test(text) ? `'${text}'` : JSON.stringify(text);
}

/**
 * A script that is there already, started as it is: its output is the result, its failure a runtime error. The line itself is not
 * changed; what is put before or behind it is only what Bash reads the same way.
 */
function running({ text, words, exec }: RunLine): string[] {
  const handedOn = /^(npm|pnpm) (run|run-script|test)\b/.test(text) && !/ -- /.test(text) ? ' -- "$@"' : ' "$@"';
  // npm leaves a log in the user's home for each run, which no header of a project's tool should have to say.
  const quiet = /\b(npm|npx) /.test(text) ? ["export npm_config_logs_max=0 npm_config_update_notifier=false"] : [];
  return ["set -u", 'cd -- "$PROJECT_ROOT" || exit', ...quiet, `${exec ? "exec " : ""}${text}${words === "append" ? handedOn : ""}`];
}

function bash(spec: ToolSpec): string {
  if (spec.runs !== undefined) {
    return `${["#!/usr/bin/env bash", ...yamlHeader(spec).map((line) => `# ${line}`), ...running(spec.runs)].join("\n")}\n`;
  }
  const word = (path: SpecPath) => `"${at(path, (name) => `\${${name}}`)}"`;
  return `${[
    "#!/usr/bin/env bash",
    ...yamlHeader(spec).map((line) => `# ${line}`),
    "set -eu",
    "",
    ...(spec.writes.length === 0
      ? []
      : [
          "# What is there stays: this first version loses nobody's words.",
          `for path in ${spec.writes.map((path) => word(target(path, spec))).join(" ")}; do`,
          '  [ -e "$path" ] && continue',
          '  mkdir -p "$(dirname -- "$path")"',
          '  : > "$path"',
          "done",
        ]),
    "bytes=0",
    ...(spec.reads.length === 0
      ? []
      : [
          `for path in ${spec.reads.map(word).join(" ")}; do`,
          '  size=$(find -H "$path" -type f -exec cat {} + | wc -c)',
          "  bytes=$((bytes + size))",
          "done",
        ]),
    `printf '{"bytes_read":%s}\\n' "$((bytes))"`,
  ].join("\n")}\n`;
}

function python(spec: ToolSpec): string {
  const path = (one: SpecPath) => {
    const root = one.variable === undefined ? undefined : `Path(os.environ["${one.variable}"])`;
    return root === undefined ? `Path(${JSON.stringify(one.rest)})` : one.rest === "" ? root : `${root} / ${JSON.stringify(one.rest)}`;
  };
  const list = (name: string, paths: readonly SpecPath[]) =>
    paths.length === 0 ? [] : [`${name} = [`, ...paths.map((one) => `    ${path(one)},`), "]"];
  const used = spec.reads.length + spec.writes.length > 0;
  return `${[
    "#!/usr/bin/env python3",
    '"""',
    ...yamlHeader(spec),
    '"""',
    "import json",
    ...(used ? ["import os", "from pathlib import Path"] : []),
    "",
    ...list("READS", spec.reads),
    ...list(
      "WRITES",
      spec.writes.map((one) => target(one, spec)),
    ),
    "",
    ...(spec.writes.length === 0
      ? []
      : [
          "# What is there stays: this first version loses nobody's words.",
          "for path in WRITES:",
          "    if not path.exists():",
          "        path.parent.mkdir(parents=True, exist_ok=True)",
          "        path.touch()",
        ]),
    "bytes_read = 0",
    ...(spec.reads.length === 0
      ? []
      : [
          "for path in READS:",
          '    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]',
          "    bytes_read += sum(file.stat().st_size for file in files)",
        ]),
    'print(json.dumps({"bytes_read": bytes_read}))',
  ]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")}\n`;
}

function typescript(spec: ToolSpec): string {
  const tag = (text: string) => text.replaceAll("*/", "*\\/");
  const tags = (name: string, texts: readonly string[]) => (texts.length === 0 ? ["none"] : texts).map((text) => `@${name} ${tag(text)}`);
  const header = [
    "TOOL_META",
    tag(spec.summary.replace(/^@/, "")),
    "",
    `@noun ${spec.noun}`,
    `@verb ${spec.verb}`,
    "@option none",
    ...tags(
      "precondition",
      preconditions(spec).map(({ text, fix }) => (fix === undefined ? text : `${text} -> fix: ${fix}`)),
    ),
    ...tags("side_effect", sideEffects(spec)),
    "@idempotent true",
    "@output json",
    ...spec.env.map((name) => `@env ${name}`),
    ...exitCodes(spec).map(([code, text]) => `@exit_code ${code} ${text}`),
    `@example ${spec.noun} ${spec.verb}`,
  ];
  const path = (one: SpecPath) =>
    one.variable === undefined ? JSON.stringify(one.rest) : `\`${at(one, (name) => `\${env.${name}}`).replaceAll("`", "\\`")}\``;
  const { reads, writes } = spec;
  const fs = [
    ...(writes.length > 0 ? ["existsSync", "mkdirSync"] : []),
    ...(reads.length > 0 ? ["readdirSync", "statSync"] : []),
    ...(writes.length > 0 ? ["writeFileSync"] : []),
  ];
  const nodePath = [...(writes.length > 0 ? ["dirname"] : []), ...(reads.length > 0 ? ["join"] : [])];
  return `${[
    "/**",
    ...header.map((line) => ` * ${line}`.trimEnd()),
    " */",
    ...(fs.length > 0 ? [`import { ${fs.join(", ")} } from "node:fs";`] : []),
    ...(nodePath.length > 0 ? [`import { ${nodePath.join(", ")} } from "node:path";`] : []),
    'import type { Render, Run } from "nichekit";',
    "",
    "interface Data {",
    "  bytes_read: number;",
    "}",
    "",
    `export const run: Run<Record<string, never>, Data> = (${fs.length > 0 ? "_args, { env }" : ""}) => {`,
    ...(writes.length === 0
      ? []
      : [
          "  // What is there stays: this first version loses nobody's words.",
          `  for (const path of [${writes.map((one) => path(target(one, spec))).join(", ")}]) {`,
          "    if (existsSync(path)) continue;",
          "    mkdirSync(dirname(path), { recursive: true });",
          '    writeFileSync(path, "");',
          "  }",
        ]),
    ...(reads.length === 0
      ? ["  const bytes_read = 0;"]
      : [`  const bytes_read = [${reads.map(path).join(", ")}].reduce((sum, path) => sum + bytesOf(path), 0);`]),
    "  return { bytes_read };",
    "};",
    "",
    "export const render: Render<Data> = ({ bytes_read }) => `${bytes_read} bytes read`;",
    ...(reads.length === 0
      ? []
      : [
          "",
          "function bytesOf(path: string): number {",
          "  const stat = statSync(path);",
          "  if (!stat.isDirectory()) return stat.size;",
          "  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);",
          "}",
        ]),
  ].join("\n")}\n`;
}

/** A path in the spelling of a language that fills in variables. */
function at({ variable, rest }: SpecPath, filled: (name: string) => string): string {
  if (variable === undefined) return rest;
  return rest === "" ? filled(variable) : `${filled(variable)}/${rest}`;
}
