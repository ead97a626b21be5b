import { realpathSync } from "node:fs";
import { host } from "./host.ts";

export type LoadedModule = Readonly<Record<string, unknown>>;

/** Runs a CommonJS file by its absolute path. `bytes`: what stands in it. */
export async function requireFile(file: string, bytes: Buffer): Promise<LoadedModule> {
  const { runFile } = host();
  if (runFile !== undefined) return runFile(realpathSync.native(file), bytes.toString());
  const { createRequire } = await import("node:module");
  return createRequire(file)(file) as LoadedModule;
}

/** Imports an ES module by its absolute path. */
export async function importFile(file: string): Promise<LoadedModule> {
  const { pathToFileURL } = await import("node:url");
  return host().importModule(pathToFileURL(file).href);
}
