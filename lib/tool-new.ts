/**
 * TOOL_META
 * Write a new tool with an honest, complete header, and its test; then make its body do what is wanted.
 *
 * @noun tool
 * @verb new
 * @arg {string} noun - What it is about, in kebab-case.
 * @arg {string} verb - What it does, in kebab-case.
 * @option {sh|ts|py} [lang=sh] -l - The language.
 * @option {string[]} [reads] - Paths that it reads: relative to PROJECT_ROOT, or ${VARIABLE}/rest; each must exist for a call.
 * @option {string[]} [writes] - Paths that it writes.
 * @option {string} [runs] - An existing command line that it runs at PROJECT_ROOT, as it is: npm run build, scripts/deploy.sh; for --lang sh. What it is known to send out is declared.
 * @option {boolean} [idempotent=false] - With --runs: a second run changes nothing more.
 * @option {string[]} [env] - Variables that it reads; others never reach it.
 * @option {string} [summary] - What it does and when to use it, in one sentence.
 * @precondition none
 * @side_effect writes ${PROJECT_ROOT}
 * @side_effect process bash -n reads the line of --runs
 * @idempotent true
 * @dry_run native
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 0 The tool and its test stand in the first folder of tool_path and in test/.
 * @exit_code 1 Noun, verb or a path cannot be what it should.
 * @exit_code 3 A file is there with other words (--yes replaces it and keeps the old text as .bak), or cannot be written.
 * @keywords new, scaffold, template, create
 * @example tool new note count
 * @example tool new note list --runs "ls docs"
 * @see_also registry generate, tool verify
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import { fileStem, listToolFiles } from "../registry/project/list.ts";
import { openProject } from "../registry/project/open.ts";
import type { Project } from "../registry/project/project.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { asWord, WORD } from "../registry/tool-meta/word.ts";
import { bashRefusal } from "./support/scaffold/bash-reads.ts";
import { carryOut, type ScaffoldedFile, shownFiles } from "./support/scaffold/carry-out.ts";
import { projectFacts } from "./support/scaffold/carrying.ts";
import type { WantedFile } from "./support/scaffold/planned-file.ts";
import { runLine } from "./support/scaffold/run-line.ts";
import { testPlace, testText } from "./support/scaffold/test-text.ts";
import { firstSummary, type SpecPath, specPath, type ToolSpec } from "./support/scaffold/tool-spec.ts";
import { toolText } from "./support/scaffold/tool-text.ts";

type Args = ToolArguments["tool new"];

export interface NewTool {
  tool: string;
  /** Relative to PROJECT_ROOT. */
  source: string;
  test: { path: string; command: string };
  files: readonly ScaffoldedFile[];
  /** Tools of the same name that it hides. */
  shadows: readonly string[];
  dry_run: boolean;
}

export const run: Run<Args, NewTool> = async (args, context) => {
  const project = await openProject(context.env, context.cwd);
  const again = spelt(args);
  const facts = projectFacts(project.root, "auto", context.env);
  const spec = readSpec(args, project.root, facts.manager.install.at(-1) ?? "npm install", context, again);
  const [folder] = project.folders;
  const own = folder !== undefined && folder.nouns === undefined ? folder : undefined;
  // The shared lib alone: the project has no folder of its own, which only an empty TOOL_PATH or tool_path gives.
  const inside = own ?? { path: join(project.root, "tools"), prefix: "tools/" };
  const name = `${spec.noun}-${spec.verb}.${spec.language}`;
  const source = inside.prefix + name;
  const other = listToolFiles(inside).find((file) => fileStem(file) === `${spec.noun}-${spec.verb}` && file !== name);
  if (other !== undefined) throw fault("scaffold_name_taken", { tool: `${spec.noun} ${spec.verb}`, file: inside.prefix + other });
  const place = testPlace(inside.prefix.replace(/\/$/, "") || ".", spec, facts.dependencies);
  const files = await carryOut(
    project.root,
    [
      wanted(source, toolText(spec), spec.language !== "ts"),
      wanted(place.path, testText(spec, place, inside.prefix.replace(/\/$/, "") || ".", name), false),
    ],
    context,
    context.command(...again, "--yes"),
  );
  const shadows = shadowed(project, inside.path, `${spec.noun}-${spec.verb}`);
  for (const hidden of shadows) context.warn(`${source} hides ${hidden}`);
  if (!context.dryRun) {
    context.next(`${spec.noun} ${spec.verb}`);
    context.next("registry generate");
  }
  return {
    tool: `${spec.noun} ${spec.verb}`,
    source,
    test: { path: place.path, command: place.command },
    files,
    shadows,
    dry_run: context.dryRun,
  };
};

export const render: Render<NewTool> = ({ files, test, dry_run }) => [...shownFiles(files, dry_run), `Test: ${test.command}`].join("\n");

function wanted(path: string, text: string, executable: boolean): WantedFile {
  return { path, executable, text: (existing) => ({ text, replaces: existing !== undefined }) };
}

/** @throws ToolError `scaffold_name_invalid`, `scaffold_path_invalid` */
function readSpec(args: Args, root: string, install: string, context: ToolContext, again: readonly string[]): ToolSpec {
  const words = { noun: args.noun, verb: args.verb };
  const kebab = { noun: asWord(words.noun) ?? "thing", verb: asWord(words.verb) ?? "do" };
  for (const what of ["noun", "verb"] as const) {
    if (WORD.test(words[what]) && words[what].length <= 64) continue;
    const line = context.command("tool", "new", kebab.noun, kebab.verb, ...again.slice(4));
    throw fault("scaffold_name_invalid", {
      what: `The ${what}`,
      name: words[what],
      expected: "kebab-case with a letter first",
      again: line,
    });
  }
  const help = context.command("tool", "new", "--help");
  const paths = (option: "reads" | "writes"): SpecPath[] =>
    (args[option] ?? []).map((path) => {
      const read = specPath(path, root);
      if (typeof read === "string")
        throw fault("scaffold_path_invalid", { option: `--${option}`, path: path.slice(0, 80), reason: read, help });
      return read;
    });
  if (args.runs !== undefined && args.lang !== "sh") {
    const line = context.command(...spelt({ ...args, lang: "sh" }));
    throw fault("scaffold_name_invalid", { what: "The language of a tool with --runs", name: args.lang, expected: "sh", again: line });
  }
  const runs = args.runs === undefined ? undefined : runLine(args.runs, root, args.idempotent);
  const unusable = runs === undefined ? undefined : unusableLine(runs.text, context.env);
  if (unusable !== undefined)
    throw fault("scaffold_path_invalid", { option: "--runs", path: (args.runs ?? "").slice(0, 80), reason: unusable, help });
  for (const name of args.env ?? []) {
    if (/^[A-Za-z_]\w{0,127}$/.test(name)) continue;
    throw fault("scaffold_path_invalid", { option: "--env", path: name.slice(0, 80), reason: "it is the name of no variable", help });
  }
  const reads = paths("reads");
  const writes = paths("writes");
  const summary =
    (args.summary ?? "").replace(/\s+/g, " ").trim().slice(0, 1024) ||
    (runs === undefined ? firstSummary(reads, writes) : `Run ${runs.shown} at the project's root.`);
  return { ...words, language: args.lang, summary, reads, writes, env: args.env ?? [], install, ...(runs === undefined ? {} : { runs }) };
}

/** Why a line cannot be a tool's body. */
function unusableLine(text: string, env: ToolContext["env"]): string | undefined {
  if (text === "") return "it is empty";
  if (text.length > 4096) return "it is too long";
  if (text.includes("\0")) return "it holds a NUL character";
  if (/(?<!\\)(?:\\\\)*\\$/.test(text)) return "it ends in a backslash";
  return bashRefusal(text, env);
}

/** Sources in later folders that hold a tool of this name and are carried. */
function shadowed(project: Project, path: string, stem: string): string[] {
  return project.folders.flatMap((folder) => {
    if (folder.path === path || !statSync(folder.path, { throwIfNoEntry: false })?.isDirectory()) return [];
    if (folder.nouns !== undefined && !folder.nouns.some((noun) => stem.startsWith(`${noun}-`))) return [];
    return listToolFiles(folder)
      .filter((file) => fileStem(file) === stem)
      .map((file) => folder.prefix + file);
  });
}

function spelt({ noun, verb, lang, reads, writes, runs, idempotent, env, summary }: Args): string[] {
  return [
    ...["tool", "new", noun, verb],
    ...(lang === "sh" ? [] : ["--lang", lang]),
    ...(reads ?? []).flatMap((path) => ["--reads", path]),
    ...(writes ?? []).flatMap((path) => ["--writes", path]),
    ...(runs === undefined ? [] : ["--runs", runs]),
    ...(idempotent ? ["--idempotent"] : []),
    ...(env ?? []).flatMap((name) => ["--env", name]),
    ...(summary === undefined ? [] : ["--summary", summary]),
  ];
}
