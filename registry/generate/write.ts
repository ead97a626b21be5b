import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { fault } from "../error/catalogue.ts";

/**
 * Writes a derived file whole or not at all. `path` is relative to `root`; only its own folder is made.
 *
 * @throws ToolError `registry_unwritable`
 */
export async function writeDerived(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path);
  try {
    makeFolder(dirname(file));
    await writeFileAtomic(file, text, "utf8");
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code;
    if (reason === undefined) throw cause;
    throw fault("registry_unwritable", { file, reason }, { cause });
  }
}

/** Not recursive: the project is there, and what is missing above it is nothing to be made in passing. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
  }
}
