import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { REGISTRY_PATH, type Registry } from "../entry.ts";
import { fault } from "../error/catalogue.ts";
import { commandLine } from "../error/shell-quote.ts";
import type { ToolError } from "../error/tool-error.ts";
import { nearest } from "../grammar/nearest.ts";
import { inProject } from "./in-project.ts";
import { fileStem, listToolFiles } from "./list.ts";
import { packageRoot } from "./package-root.ts";
import type { Project } from "./project.ts";
import { registryParts } from "./registry-parts.ts";
import { SETTINGS_FILE } from "./settings.ts";

/** What niche.json, or TOOL_PATH, says and nothing answers to. */
export interface SettingsSlip {
  readonly kind: "folder" | "noun" | "key";
  readonly message: string;
  readonly recoverable: "yes" | "user-action-required";
  /** Commands that run from where the caller stands, or the sentence for the user. */
  readonly fix: readonly string[];
  /** Tools are there that the project has lost by it: a registry written now would drop them. */
  readonly loses: boolean;
}

/**
 * What the schema of niche.json cannot know: folders that are not there, nouns that no shared tool has, a key that stands twice.
 *
 * `again`: the line of this call, as the caller can type it.
 */
export async function settingsSlips(project: Project, cwd: string, again: string): Promise<readonly SettingsSlip[]> {
  const text = settingsText(project.root);
  return [...(await keySlips(project, text)), ...folderSlips(project, text, cwd, again), ...nounSlips(project, text, cwd)];
}

/**
 * The slip by which tools would be lost, as the error of a call that needs them, or of one that would write a registry without them.
 *
 * @returns ToolError `settings_wrong` with the Fix that mends it, or `settings_needs_user`
 */
export async function losingSlip(
  project: Project,
  cwd: string,
  again: string,
  kinds?: readonly SettingsSlip["kind"][],
): Promise<ToolError | undefined> {
  const slip = (await settingsSlips(project, cwd, again)).find(({ kind, loses }) => loses && (kinds === undefined || kinds.includes(kind)));
  if (slip === undefined) return undefined;
  const { message, recoverable, fix } = slip;
  return fault(recoverable === "yes" ? "settings_wrong" : "settings_needs_user", { reason: message }, { fix });
}

function settingsText(root: string): string {
  try {
    return readFileSync(join(root, SETTINGS_FILE), "utf8");
  } catch {
    return "";
  }
}

/** JSON takes the last of two; whoever reads the file may take the first. */
async function keySlips(project: Project, text: string): Promise<SettingsSlip[]> {
  const keys = Object.keys(project.settings).filter((key) => text.split(JSON.stringify(key)).length > 2);
  if (keys.length === 0) return [];
  const { repeatedKeys } = await import("./settings-errors.ts");
  return repeatedKeys(text).map(({ key, line }) => ({
    kind: "key",
    message: `${SETTINGS_FILE}:${line}: the key ${key} stands twice, and the last one counts`,
    recoverable: "user-action-required",
    fix: [`Ask the user which of the two ${key} in ${SETTINGS_FILE} is meant; the other is to be taken out.`],
    loses: key === "tool_path" && strandedTools(project).length > 0,
  }));
}

function folderSlips(project: Project, text: string, cwd: string, again: string): SettingsSlip[] {
  const { root, settings, env } = project;
  const byVariable = Boolean(env.TOOL_PATH);
  const named = byVariable ? (env.TOOL_PATH ?? "").split(":").filter((part) => part !== "") : (settings.tool_path ?? []);
  const missing = named.filter((path) => !isFolder(resolve(root, path)));
  const empty = !byVariable && settings.tool_path?.length === 0;
  if (missing.length === 0 && !empty) return [];
  const stranded = [...new Set(strandedTools(project).map((source) => dirname(source)))];
  const where = byVariable ? "TOOL_PATH" : `${SETTINGS_FILE}: tool_path`;
  if (empty) {
    const [folder] = stranded;
    if (folder === undefined) return [];
    const fix = `Ask the user whether ${folder} belongs into tool_path of ${SETTINGS_FILE}, which is empty.`;
    return [
      {
        kind: "folder",
        message: `${where} names no folder, and ${folder} holds tools`,
        recoverable: "user-action-required",
        fix: [fix],
        loses: true,
      },
    ];
  }
  return missing.map((path): SettingsSlip => {
    const near = stranded.length === 1 ? stranded[0] : (nearest(path, stranded) ?? nearest(path, foldersWithTools(root)));
    const hint = near === undefined ? "" : `; ${near} does, and holds tools`;
    const message = `${where} names ${path}, which does not exist${hint}`;
    const loses = near !== undefined;
    if (byVariable && !exportsToolPath(env.SUBJECT_COMMAND, root))
      return { kind: "folder", message, recoverable: "yes", fix: [`env -u TOOL_PATH ${again}`], loses };
    const mend = near === undefined || byVariable ? undefined : replacing(text, path, near);
    if (mend !== undefined) return { kind: "folder", message, recoverable: "yes", fix: [inProject(mend, root, cwd)], loses };
    const fix = `Ask the user which folder ${path} in ${byVariable ? "TOOL_PATH" : `tool_path of ${SETTINGS_FILE}`} was meant to be.`;
    return { kind: "folder", message, recoverable: "user-action-required", fix: [fix], loses };
  });
}

/** Where the wrapper itself sets the variable, taking it out of the environment changes nothing. */
function exportsToolPath(wrapper: string | undefined, root: string): boolean {
  try {
    return readFileSync(resolve(root, wrapper ?? ""), "utf8").includes("TOOL_PATH");
  } catch {
    return false;
  }
}

function nounSlips({ root, settings }: Project, text: string, cwd: string): SettingsSlip[] {
  const named = settings.shared_nouns ?? [];
  if (named.length === 0) return [];
  const known = sharedNouns();
  return named
    .filter((noun) => !known.includes(noun))
    .map((noun) => {
      const near = nearest(noun, known);
      const mend = near === undefined ? undefined : replacing(text, noun, near);
      const message = `${SETTINGS_FILE}: shared_nouns names ${noun}, which no tool of the shared lib has${near === undefined ? "" : `; ${near} is one`}`;
      const loses = near !== undefined && !named.includes(near);
      if (mend !== undefined) return { kind: "noun", message, recoverable: "yes", fix: [inProject(mend, root, cwd)], loses };
      return {
        kind: "noun",
        message,
        recoverable: "user-action-required",
        fix: [`Ask the user what ${noun} in shared_nouns was meant for.`],
        loses,
      };
    });
}

export function sharedNouns(): string[] {
  const lib = join(packageRoot(), "lib");
  return [...new Set(listToolFiles({ path: lib, prefix: "lib/" }).map((name) => fileStem(name).split("-")[0] as string))];
}

/** The command that puts one word of the settings right, where it stands there once and a pattern can hold it. */
function replacing(text: string, wrong: string, right: string): string | undefined {
  const plain = /^[\w./-]+$/;
  if (!plain.test(wrong) || !plain.test(right) || text.split(JSON.stringify(wrong)).length !== 2) return undefined;
  return commandLine(["sed", "-i.bak", `s|"${wrong.replaceAll(".", "\\.")}"|"${right}"|`, SETTINGS_FILE]);
}

/** Sources of the committed registry whose files are there, and in no folder that is searched. */
export function strandedTools({ root, folders }: Pick<Project, "root" | "folders">): readonly string[] {
  const searched = new Set(folders.map(({ path }) => path));
  return sourcesOf(join(root, REGISTRY_PATH)).filter((source) => {
    if (source.startsWith("nichekit:")) return false;
    const file = resolve(root, source);
    return !searched.has(dirname(file)) && existsSync(file);
  });
}

function sourcesOf(file: string): string[] {
  const sources: string[] = [];
  try {
    for (const part of registryParts(file)) {
      if (part.kind === "other") return (JSON.parse(readFileSync(file, "utf8")) as Registry).tools.map(({ source }) => String(source));
      if (part.kind === "entry") sources.push(String(JSON.parse(part.text).source));
    }
  } catch {
    // No registry, or none that can be read: it is told by its own check.
  }
  return sources;
}

/** Folders at the project's root with a file that has a TOOL_META header. */
function foldersWithTools(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((item) => item.isDirectory() && !item.name.startsWith(".") && item.name !== "node_modules")
    .map(({ name }) => name)
    .filter((name) =>
      listToolFiles({ path: join(root, name), prefix: `${name}/` })
        .slice(0, 200)
        .some((file) => marked(join(root, name, file))),
    );
}

function marked(file: string): boolean {
  try {
    return statSync(file).size < 1_000_000 && readFileSync(file, "utf8").slice(0, 4096).includes("TOOL_META");
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
