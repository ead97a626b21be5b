import { fileStem, listToolFiles } from "../project/list.ts";
import type { ToolFolder } from "../project/project.ts";

export interface NamedFile {
  folder: ToolFolder;
  name: string;
  /** Its place among all files, in the order of folders and of names in them. */
  place: number;
}

/** The files of the tool folders by their stems, which ascend (UTF-16). */
export interface NamedFiles {
  /** The stem whose files come next. */
  next(): string | undefined;
  /** Its files, in their places' order. */
  take(): readonly NamedFile[];
}

/**
 * Those that the project carries by their names. Of a file its name and its place are kept: there may be thousands.
 *
 * @throws ToolError `tool_folder_unreadable`
 */
export function namedFiles(folders: readonly ToolFolder[]): NamedFiles {
  const names: string[] = [];
  const ends: number[] = [];
  for (const folder of folders) {
    for (const name of listToolFiles(folder)) if (carries(folder, fileStem(name))) names.push(name);
    ends.push(names.length);
  }
  const stems = names.map(fileStem);
  const order = inOrder(stems);
  const stemAt = (index: number) => stems[order[index] ?? -1];
  const folderOf = (place: number) => folders[ends.findIndex((end) => place < end)] as ToolFolder;
  let at = 0;
  return {
    next: () => stemAt(at),
    take: () => {
      const stem = stemAt(at);
      const taken: NamedFile[] = [];
      for (; stem !== undefined && stemAt(at) === stem; at++) {
        const place = order[at] as number;
        taken.push({ folder: folderOf(place), name: names[place] as string, place });
      }
      return taken;
    },
  };
}

/** The places of the texts when sorted; equal ones stay in their order. */
function inOrder(texts: readonly string[]): number[] {
  return [...texts.keys()].sort((a, b) => {
    const [one, other] = [texts[a] as string, texts[b] as string];
    return one < other ? -1 : one > other ? 1 : a - b;
  });
}

function carries(folder: ToolFolder, stem: string): boolean {
  return folder.nouns?.some((noun) => stem.startsWith(`${noun}-`)) ?? true;
}
