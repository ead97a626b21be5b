import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import writeFileAtomic from "write-file-atomic";

/** Writes a file whole or not at all, its folders with it. Without a mode an existing file keeps its own. */
export async function writeWhole(file: string, text: string, mode: number | undefined): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await writeFileAtomic(file, text, { encoding: "utf8", ...(mode === undefined ? {} : { mode }) });
}
