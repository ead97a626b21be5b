import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { userCache } from "../../registry/project/user-cache.ts";
import { lookUp, projectFolder } from "./compiled-record.ts";
import { importFile, type LoadedModule, requireFile } from "./load-file.ts";
import type { RunRequest } from "./run-request.ts";

/**
 * Imports a tool that has to be compiled. A compiled file serves while the content of everything that went into it is the same; finding
 * that out loads no compiler. `outside` runs the compiler outside the tool's guard.
 */
export async function importCompiled(request: RunRequest, outside: <T>(work: () => T) => T): Promise<LoadedModule> {
  const { file } = request.tool;
  // Stacks name the source. Node reads a module's map when it loads the module.
  process.setSourceMapsEnabled(true);
  const known = outside(() => {
    const ofUser = userCache("modules");
    return lookUp(projectFolder(request.projectRoot), file) ?? (ofUser && lookUp(ofUser, file));
  });
  if (known) {
    try {
      return await load(known);
    } catch (error) {
      // Another process has just replaced it.
      if (existsSync(known)) throw error;
    }
  }
  const { path, volatile } = await outside(async () => (await import("./compile-into.ts")).compileInto(request));
  try {
    return await load(path);
  } finally {
    if (volatile) rmSync(dirname(path), { recursive: true, force: true });
  }
}

async function load(path: string): Promise<LoadedModule> {
  return path.endsWith(".cjs") ? requireFile(path) : importFile(path);
}
