import { host } from "./host.ts";

export type LoadedModule = Readonly<Record<string, unknown>>;

/** Loads a CommonJS file by its absolute path. */
export async function requireFile(file: string): Promise<LoadedModule> {
  const lent = host().requireFile;
  if (lent !== undefined) return lent(file);
  const { createRequire } = await import("node:module");
  return createRequire(file)(file) as LoadedModule;
}

/** Imports an ES module by its absolute path. */
export async function importFile(file: string): Promise<LoadedModule> {
  const { pathToFileURL } = await import("node:url");
  return host().importModule(pathToFileURL(file).href);
}
