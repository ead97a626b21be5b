/**
 * TOOL_META
 * Give a repository its subject: the wrapper bin/<name>, niche.json, the CI step, and a marked block in AGENTS.md and CLAUDE.md; a second run changes nothing.
 *
 * @noun project
 * @verb init
 * @option {string} [name] - The subject's name; default: that of niche.json, of package.json, of the folder.
 * @option {string} [tools] - Folder for the project's own tools; default: tools, or lib if tools stand there.
 * @option {github|none} [ci=github] - Which CI gets the step that checks the registry.
 * @option {auto|dependency|global} [carry=auto] - How the dispatcher is carried: as a dev dependency (auto: where there is a package.json) or installed globally.
 * @precondition none
 * @side_effect writes ${PROJECT_ROOT}/bin
 * @side_effect writes ${PROJECT_ROOT}/niche.json
 * @side_effect writes ${PROJECT_ROOT}/.github/workflows/gen-registry.yml
 * @side_effect writes ${PROJECT_ROOT}/AGENTS.md
 * @side_effect writes ${PROJECT_ROOT}/CLAUDE.md
 * @side_effect writes ${PROJECT_ROOT}/.gitignore
 * @side_effect process git check-ignore
 * @idempotent true
 * @dry_run native
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 0 The project has its subject; each file is told with what became of it.
 * @exit_code 1 The name cannot be a command's.
 * @exit_code 3 A file is there with other words (--yes replaces it and keeps the old text as .bak), or cannot be written.
 * @keywords init, setup, wrapper, subject, AGENTS.md, CLAUDE.md, CI
 * @example project init
 * @see_also project doctor, tool new, registry generate
 */
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import { commandLine } from "../registry/error/shell-quote.ts";
import { carriedLine } from "../registry/project/carried-line.ts";
import { listToolFiles } from "../registry/project/list.ts";
import { openProject } from "../registry/project/open.ts";
import { DEFAULT_SHARED_NOUNS } from "../registry/project/project.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { carryOut, type ScaffoldedFile, shownFiles } from "./support/scaffold/carry-out.ts";
import { installLine, projectFacts } from "./support/scaffold/carrying.ts";
import { gitIgnored } from "./support/scaffold/git-ignored.ts";
import { defaultToolFolder, ignoreQuestions, initFiles } from "./support/scaffold/init-files.ts";

type Args = ToolArguments["project init"];

export interface Initialised {
  subject: string;
  /** Relative to PROJECT_ROOT. */
  wrapper: string;
  tools: string;
  carrying: "dependency" | "global";
  /** The dispatcher is where the wrapper looks for it. */
  installed: boolean;
  files: readonly ScaffoldedFile[];
  changed: number;
  dry_run: boolean;
  /** Command lines to run next, at the project's root, in this order. */
  run_next: readonly string[];
}

export const run: Run<Args, Initialised> = async (args, context) => {
  const project = await openProject(context.env, context.cwd);
  const { root, settings } = project;
  const facts = projectFacts(root, args.carry, context.env);
  const name = subjectName(args, settings.subject, facts.packageName ?? basename(root), context);
  const folder = { path: join(root, "lib"), prefix: "lib/" };
  const files = listToolFiles(folder).map((file) => join(folder.path, file));
  const tools = args.tools ?? settings.tool_path?.[0] ?? defaultToolFolder(files);
  if (tools.trim() === "" || tools.length > 255 || /[:\n\r]/.test(tools)) {
    const help = context.command("project", "init", "--help");
    throw fault("scaffold_path_invalid", { option: "--tools", path: tools.slice(0, 80), reason: "a folder, without : in its name", help });
  }
  if (statSync(resolve(root, tools), { throwIfNoEntry: false })?.isDirectory() === false)
    throw fault("scaffold_blocked", { path: join(tools, "<noun>-<verb>"), reason: `${tools} is no folder` });
  const ignored = gitIgnored(root, ignoreQuestions(name), context.env);
  const nouns = settings.shared_nouns ?? DEFAULT_SHARED_NOUNS;
  const wanted = initFiles({ root, name, tools, ci: args.ci, nouns, facts, ignored });
  const done = await carryOut(root, wanted, context, context.command(...spelt(args), "--yes"));
  if (settings.subject !== undefined && settings.subject !== name) {
    context.warn(`niche.json names the subject ${settings.subject}, and was left as it is`);
  }
  const wrapper = `bin/${name}`;
  const line = (...words: readonly [string, string, ...string[]]) =>
    nouns.includes(words[0]) ? commandLine([wrapper, ...words]) : carriedLine({ ...project, command: wrapper }, words, root);
  context.next("project doctor");
  return {
    subject: name,
    wrapper,
    tools,
    carrying: facts.carrying,
    installed: facts.installed,
    files: done,
    changed: done.filter(({ action }) => action !== "unchanged").length,
    dry_run: context.dryRun,
    run_next: [...(facts.installed ? [] : [installLine(facts)]), line("registry", "generate"), line("tool", "new", "hello", "say")],
  };
};

export const render: Render<Initialised> = ({ subject, files, changed, dry_run, run_next }) =>
  [
    ...shownFiles(files, dry_run),
    changed === 0 ? `${subject} stands as it should; nothing to do` : "Then, at the project's root:",
    ...(changed === 0 ? [] : run_next.map((line) => `  ${line}`)),
  ].join("\n");

/** Commands that come with nichekit: a wrapper of that name would stand for them. */
const NICHEKITS: readonly string[] = ["niche", "niche-dispatch", "gen-registry"];

/** @throws ToolError `scaffold_name_invalid` */
function subjectName(args: Args, set: string | undefined, found: string, context: ToolContext): string {
  const kebab = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, "-")
      .replace(/^[^a-z0-9]+|-+$/g, "")
      .slice(0, 64) || "project";
  const free = (text: string) => (NICHEKITS.includes(text.toLowerCase()) ? `${text}-project` : text);
  const name = args.name ?? set ?? free(kebab(found));
  const again = context.command(...spelt({ ...args, name: free(kebab(name)) }));
  if (NICHEKITS.includes(name.toLowerCase())) {
    const expected = "a name of the project's own: nichekit's commands have it";
    throw fault("scaffold_name_invalid", { what: "The subject's name", name, expected, again });
  }
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) return name;
  throw fault("scaffold_name_invalid", {
    what: "The subject's name",
    name,
    expected: "a name of at most 64 letters, digits, . _ -",
    again,
  });
}

function spelt({ name, tools, ci, carry }: Args): string[] {
  return [
    "project",
    "init",
    ...(name === undefined ? [] : ["--name", name]),
    ...(tools === undefined ? [] : ["--tools", tools]),
    ...(ci === "github" ? [] : ["--ci", ci]),
    ...(carry === "auto" ? [] : ["--carry", carry]),
  ];
}
