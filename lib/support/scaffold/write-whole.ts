import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import writeFileAtomic from "write-file-atomic";

/** Writes a file whole or not at all, its folders with it. Without a mode an existing file keeps its own. */
export async function writeWhole(file: string, text: string, mode: number | undefined): Promise<void> {
  makeFolders(dirname(file));
  await writeFileAtomic(file, text, { encoding: "utf8", ...(mode === undefined ? {} : { mode }) });
}

/** Step by step: `recursive` of Node 20 never ends in a file system like /proc, where no folder can be made. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  mkdirSync(folder);
}
