import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { userCache } from "../../registry/project/user-cache.ts";
import { type CompiledFile, lookUp, projectFolder } from "./compiled-record.ts";
import { host } from "./host.ts";
import { importFile, type LoadedModule, requireFile } from "./load-file.ts";
import { mapStacksOf } from "./map-stacks.ts";
import type { RunRequest } from "./run-request.ts";

/**
 * Imports a tool that has to be compiled. A compiled file serves while the content of everything that went into it is the same; finding
 * that out loads no compiler. `outside` runs the compiler outside the tool's guard.
 */
export async function importCompiled(request: RunRequest, outside: <T>(work: () => T) => T): Promise<LoadedModule> {
  const { file } = request.tool;
  const known = outside(() => {
    const ofUser = userCache("modules");
    return lookUp(projectFolder(request.projectRoot), file) ?? (ofUser && lookUp(ofUser, file));
  });
  if (known) {
    try {
      return await load(known);
    } catch (error) {
      // Another process has just replaced it.
      if (existsSync(known.path)) throw error;
    }
  }
  const made = await outside(async () => (await import("./compile-into.ts")).compileInto(request));
  try {
    return await load(made);
  } finally {
    if (made.volatile) rmSync(dirname(made.path), { recursive: true, force: true });
  }
}

/** So that stacks name the source. */
async function load({ path, bytes }: CompiledFile): Promise<LoadedModule> {
  if (path.endsWith(".cjs") && host().runFile !== undefined) mapStacksOf(path, bytes);
  // Node reads a module's map when it loads the module, and takes a millisecond for it.
  else process.setSourceMapsEnabled(true);
  return path.endsWith(".cjs") ? requireFile(path, bytes) : importFile(path);
}
