import { toolIdOfStem } from "../entry.ts";
import { byCodePoint, fileStem, listToolFiles } from "../project/list.ts";
import type { Project, ToolFolder } from "../project/project.ts";
import { shebangProblem } from "../tool-meta/shebang.ts";
import type { HeaderProblem, HeaderText } from "../tool-meta/tool-meta.ts";
import { type Claim, readClaim, sameName } from "./claim.ts";

/** A file that says by its header that it is a tool. */
export interface FoundTool {
  stem: string;
  /** As the registry's `source` and every message show it. */
  source: string;
  header: HeaderText;
  shebang: string | undefined;
  /** The carried nouns of its folder; undefined: all. */
  nouns: readonly string[] | undefined;
}

/** What the files tell besides the tools. */
export interface Told {
  problems: readonly HeaderProblem[];
  /** What will keep a registered tool from starting: a shebang that no system can follow (case a1). */
  warnings: readonly HeaderProblem[];
  /** A tool of this name stands in an earlier folder. */
  shadowed: readonly { source: string; by: string }[];
  /** Named like a tool, without a TOOL_META header: not tools. */
  unmarked: readonly string[];
  /** Sources that are tools, but cannot be registered as they stand. */
  broken: readonly string[];
}

/** The tool files of a project, read as text one name at a time; none is executed. */
export interface ToolFiles {
  /** Every id that a file's name stands for, sorted; most of a folder's other files are among them. */
  ids: readonly string[];
  /** Reads the files of that name. To be called once for each id. */
  read(id: string): FoundTool | undefined;
  /** Of all that was read. */
  told(): Told;
}

interface NamedFile {
  folder: ToolFolder;
  name: string;
  /** Its place among all files, in the order of folders and of names in them. */
  place: number;
}

/** @throws ToolError `tool_folder_unreadable` */
export function toolFiles(project: Pick<Project, "folders">): ToolFiles {
  const named = namedFiles(project.folders);
  const problems: HeaderProblem[] = [];
  const warnings: HeaderProblem[] = [];
  const broken: string[] = [];
  const shadowed: Placed<{ source: string; by: string }>[] = [];
  const unmarked: Placed<string>[] = [];

  const read = (id: string): FoundTool | undefined => {
    let found: FoundTool | undefined;
    // A broken tool keeps its name: another one behind it must not take its place unseen.
    let by: string | undefined;
    for (const files of byFolder(named.get(id) ?? [])) {
      const rivals: (Claim & { place: number })[] = [];
      for (const { folder, name, place } of files) {
        const claim = readClaim(folder, name, fileStem(name));
        if (claim === "unmarked") unmarked.push({ place, item: folder.prefix + name });
        else if (claim !== undefined) rivals.push({ ...claim, place });
      }
      const [first] = rivals;
      if (first === undefined) continue;
      if (by !== undefined) {
        for (const { source } of rivals) shadowed.push({ place: first.place, item: { source, by } });
        continue;
      }
      by = first.source;
      if (rivals.length > 1) problems.push(...rivals.map((rival) => sameName(rival, rivals)));
      if (rivals.length > 1 || first.problems.length > 0) broken.push(...rivals.map(({ source }) => source));
      if (rivals.length > 1) continue;
      if (first.problems.length > 0 || first.file?.header === undefined) {
        problems.push(...first.problems);
        continue;
      }
      const { header, shebang } = first.file;
      found = { stem: fileStem(files[0]?.name ?? ""), source: first.source, header, shebang, nouns: files[0]?.folder.nouns };
      const warning = shebangProblem(first.file, first.source);
      if (warning) warnings.push(warning);
    }
    return found;
  };
  const told = (): Told => ({ problems, warnings, shadowed: inPlace(shadowed), unmarked: inPlace(unmarked), broken });
  return { ids: [...named.keys()].sort(byCodePoint), read, told };
}

function namedFiles(folders: readonly ToolFolder[]): ReadonlyMap<string, readonly NamedFile[]> {
  const named = new Map<string, NamedFile[]>();
  let place = 0;
  for (const folder of folders) {
    for (const name of listToolFiles(folder)) {
      const stem = fileStem(name);
      if (!carries(folder, stem)) continue;
      const file = { folder, name, place: place++ };
      const known = named.get(toolIdOfStem(stem));
      if (known) known.push(file);
      else named.set(toolIdOfStem(stem), [file]);
    }
  }
  return named;
}

function byFolder(files: readonly NamedFile[]): NamedFile[][] {
  const groups: NamedFile[][] = [];
  for (const file of files) {
    const last = groups.at(-1);
    if (last?.[0]?.folder === file.folder) last.push(file);
    else groups.push([file]);
  }
  return groups;
}

/** Told in the order of the files, in whatever order they were read. */
interface Placed<T> {
  place: number;
  item: T;
}

function inPlace<T>(placed: readonly Placed<T>[]): T[] {
  return [...placed].sort((a, b) => a.place - b.place).map(({ item }) => item);
}

function carries(folder: ToolFolder, stem: string): boolean {
  return folder.nouns?.some((noun) => stem.startsWith(`${noun}-`)) ?? true;
}
