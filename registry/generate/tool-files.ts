import { toolIdOfStem } from "../entry.ts";
import type { Project } from "../project/project.ts";
import { shebangProblem } from "../tool-meta/shebang.ts";
import type { HeaderProblem, HeaderText } from "../tool-meta/tool-meta.ts";
import { type Claim, readClaim, sameName } from "./claim.ts";
import { namedFiles } from "./named-files.ts";

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

/** The tool files of a project in the order of their ids, read as text one name at a time; none is executed. */
export interface ToolFiles {
  /** The id that the files to be read next stand for; most of a folder's other files have one, too. Undefined at the end. */
  next(): string | undefined;
  /** Reads them; undefined if they are no tool. */
  read(): FoundTool | undefined;
  /** Of all that was read. */
  told(): Told;
}

/** @throws ToolError `tool_folder_unreadable` */
export function toolFiles(project: Pick<Project, "folders">): ToolFiles {
  const { next, take } = namedFiles(project.folders);
  const problems: HeaderProblem[] = [];
  const warnings: HeaderProblem[] = [];
  const broken: string[] = [];
  const shadowed: Placed<{ source: string; by: string }>[] = [];
  const unmarked: Placed<string>[] = [];

  const read = (): FoundTool | undefined => {
    const stem = next() ?? "";
    const files = take();
    let found: FoundTool | undefined;
    // A broken tool keeps its name: another one behind it must not take its place unseen.
    let by: string | undefined;
    for (const folder of new Set(files.map((file) => file.folder))) {
      const rivals: (Claim & { place: number })[] = [];
      for (const { name, place } of files.filter((file) => file.folder === folder)) {
        const claim = readClaim(folder, name, stem);
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
      found = { stem, source: first.source, header: first.file.header, shebang: first.file.shebang, nouns: folder.nouns };
      const warning = shebangProblem(first.file, first.source);
      if (warning) warnings.push(warning);
    }
    return found;
  };
  return {
    next: () => {
      const stem = next();
      return stem === undefined ? undefined : toolIdOfStem(stem);
    },
    read,
    told: () => ({ problems, warnings, shadowed: inPlace(shadowed), unmarked: inPlace(unmarked), broken }),
  };
}

/** Told in the order of the files, in whatever order they were read. */
interface Placed<T> {
  place: number;
  item: T;
}

function inPlace<T>(placed: readonly Placed<T>[]): T[] {
  return [...placed].sort((a, b) => a.place - b.place).map(({ item }) => item);
}
