import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type CompiledFolder, compiledFolder, projectFolder, userFolder, writeWhole } from "./compiled-folder.ts";
import { host } from "./host.ts";
import type { LoadedModule } from "./module-load.ts";
import type { RunRequest } from "./run-request.ts";

/** What was compiled from what. Beside the output, under a name made from the entry's path. */
interface Manifest {
  readonly compiler: string;
  readonly output: string;
  readonly output_sha256: string;
  /** Every local file that went in, with the hash of its bytes; `null` for one that did not exist and would have counted. */
  readonly inputs: readonly (readonly [path: string, sha256: string | null])[];
  /** Files of packages, which are imported from where they lie. */
  readonly packages: readonly string[];
}

/**
 * Whose output serves: raise the number when the options of the compiler or the form of the manifest change. The compiler's own version
 * is no part of it, since what an older one made of the same bytes is as good, and asking for it would cost every call a millisecond.
 */
const COMPILER = `1 node ${process.versions.node.split(".", 1)[0]}`;

/**
 * Imports a tool that has to be compiled. A compiled file serves while the content of everything that went into it is the same; finding that out loads no compiler. `outside` runs the compiler outside the tool's guard.
 */
export async function importCompiled(request: RunRequest, outside: <T>(work: () => T) => T): Promise<LoadedModule> {
  const { file } = request.tool;
  // Stacks name the source. Node reads a module's map when it loads the module.
  process.setSourceMapsEnabled(true);
  const known = outside(() =>
    [projectFolder(request.projectRoot), userFolder()].map((folder) => folder && lookUp(folder, file)).find(Boolean),
  );
  if (known) {
    try {
      return await load(known);
    } catch (error) {
      // Another process has just replaced it.
      if (existsSync(known)) throw error;
    }
  }
  const { path, volatile } = await outside(() => compileInto(request));
  try {
    return await load(path);
  } finally {
    if (volatile) rmSync(dirname(path), { recursive: true, force: true });
  }
}

async function load(path: string): Promise<LoadedModule> {
  return path.endsWith(".cjs") ? (createRequire(path)(path) as LoadedModule) : host().importModule(pathToFileURL(path).href);
}

function lookUp(folder: string, entry: string): string | undefined {
  const manifest = readManifest(folder, entry);
  if (manifest?.compiler !== COMPILER) return undefined;
  const same =
    manifest.inputs.every(([path, sha256]) => contentHash(path) === sha256) && manifest.packages.every((path) => existsSync(path));
  const output = join(folder, manifest.output);
  return same && contentHash(output) === manifest.output_sha256 ? output : undefined;
}

function readManifest(folder: string, entry: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, manifestName(entry)), "utf8")) as Manifest;
  } catch {
    return undefined;
  }
}

async function compileInto(request: RunRequest): Promise<{ path: string; volatile: boolean }> {
  const { compile } = await import("./compile.ts");
  const folder: CompiledFolder = compiledFolder(request.projectRoot);
  const { code, format, inputs, packages } = await compile(request, folder.path);
  const key = createHash("sha256")
    .update(JSON.stringify([COMPILER, request.tool.file, inputs, packages]))
    .digest("hex")
    .slice(0, 32);
  const output = `${key}.${format === "cjs" ? "cjs" : "mjs"}`;
  const path = join(folder.path, output);
  writeWhole(path, code);
  if (folder.volatile) return { path, volatile: true };
  const before = readManifest(folder.path, request.tool.file);
  const manifest: Manifest = { compiler: COMPILER, output, output_sha256: hash(code), inputs, packages };
  writeWhole(join(folder.path, manifestName(request.tool.file)), JSON.stringify(manifest));
  if (before !== undefined && before.output !== output) rmSync(join(folder.path, before.output), { force: true });
  return { path, volatile: false };
}

function manifestName(entry: string): string {
  return `${hash(entry).slice(0, 32)}.json`;
}

function contentHash(path: string): string | null {
  try {
    return hash(readFileSync(path));
  } catch {
    return null;
  }
}

function hash(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
