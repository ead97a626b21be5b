/**
 * Entry of every Node process of the dispatcher. Loads the build's CJS chunks,
 * each compiled from V8's code cache where there is a safe one, and hands them
 * a `require` that knows the other chunks.
 *
 * V8 checks little of a cache it is given (facts: same-length other source ran
 * the old code), so a cache file's name holds the build's content hash and the
 * engine's version tag, and its content stands in it twice.
 */
import { readFileSync, writeSync } from "node:fs";
import { Script } from "node:vm";
import { cacheFolder, readCache, writeCaches } from "./code-cache.ts";
import { setHost } from "./runner/host.ts";

/** Written by the build: content hash of all chunks, and the shared tools that have one. */
declare const BUILD: { id: string; version: string; tools: readonly string[] };
// Built as CommonJS: what Node gives for nothing is not imported (each builtin module costs up to 2 ms of every call).
declare const __dirname: string;
declare const require: NodeJS.Require;

declare const module: NodeJS.Module;

/** Node's own class, of which the parts below are no part of its types. */
type ModuleClass = {
  new (id: string, parent: NodeJS.Module): NodeJS.Module & { _compile(text: string, file: string): unknown };
  _nodeModulePaths(folder: string): string[];
};

type Chunk = { exports: Record<string, unknown>; filename: string; id: string; loaded: boolean };

const packageRoot = __dirname.slice(0, __dirname.lastIndexOf("/"));
const loaded = new Map<string, Chunk>();
const uncached: { name: string; script: Script }[] = [];
const folder = cacheFolder();

function load(name: string): Record<string, unknown> {
  const known = loaded.get(name);
  if (known) return known.exports;
  const filename = `${__dirname}/chunks/${name}.cjs`;
  const source = readFileSync(filename, "utf8");
  const cachedData = folder === undefined ? undefined : readCache(folder, cacheName(name));
  const script = new Script(source, { filename, ...(cachedData === undefined ? {} : { cachedData }) });
  if (cachedData === undefined || script.cachedDataRejected === true) uncached.push({ name, script });
  const chunk: Chunk = { exports: {}, filename, id: filename, loaded: false };
  loaded.set(name, chunk);
  script.runInThisContext()(chunk.exports, chunkRequire, chunk, filename, filename.slice(0, filename.lastIndexOf("/")));
  chunk.loaded = true;
  return chunk.exports;
}

/** Of this chunk of this package: a cache remembers the file name that stacks show. */
function cacheName(chunk: string): string {
  return `${chunk.replaceAll("/", "+")}@${encodeURIComponent(packageRoot).slice(-120)}@${BUILD.id}`;
}

const chunkRequire = Object.assign(
  (id: string) => {
    if (id.startsWith("chunk:")) return load(id.slice(6));
    return id.startsWith("lazy:") ? new Proxy({}, { get: (_, name) => load(id.slice(5))[name as string] }) : require(id);
  },
  { resolve: require.resolve },
);

/** As Node runs a CommonJS module, without looking for it. */
function runFile(file: string, text: string): Record<string, unknown> {
  const known = require.cache[file];
  if (known !== undefined) return known.exports;
  const Module = module.constructor as unknown as ModuleClass;
  const made = new Module(file, module);
  made.filename = file;
  made.paths = Module._nodeModulePaths(file.slice(0, file.lastIndexOf("/")) || "/");
  require.cache[file] = made;
  try {
    made._compile(text.replace(/^\ufeff/, ""), file);
  } catch (error) {
    delete require.cache[file];
    throw error;
  }
  made.loaded = true;
  return made.exports;
}

Object.assign(globalThis, {
  [Symbol.for("nichekit.packageRoot")]: packageRoot,
  [Symbol.for("nichekit.packageVersion")]: BUILD.version,
  [Symbol.for("nichekit.build")]: `${BUILD.version}+${BUILD.id}`,
});
setHost({
  packageRoot,
  importModule: (specifier) => import(specifier),
  runFile,
  builtTool: (file, source) => {
    const name = file.startsWith(`${packageRoot}/`) ? file.slice(packageRoot.length + 1) : "";
    if (!BUILD.tools.includes(name)) return undefined;
    // The source as it was built lies beside the chunk.
    return source.equals(readFileSync(`${__dirname}/chunks/${name}`)) ? load(name.replace(/\.\w+$/, "")) : undefined;
  },
  freshProcess: true,
  workerFile: `${__dirname}/worker.cjs`,
});

process.on("exit", () => {
  if (folder !== undefined && uncached.length > 0)
    writeCaches(
      folder,
      uncached.map(({ name, script }) => ({ name: cacheName(name), script })),
    );
});

if (Number(process.versions.node.split(".")[0]) < 20) {
  process.stderr.write(
    `Error: Node.js ${process.versions.node} is too old: nichekit needs 20 or later\n  [LAYER: precondition] [RECOVERABLE: user-action-required]\n  → Fix: Tell the user: install Node.js 20 or later\n`,
  );
  if (process.argv.includes("--json")) {
    const error = {
      code: "node_too_old",
      layer: "precondition",
      recoverable: "user-action-required",
      message: `Node.js ${process.versions.node} is too old: nichekit needs 20 or later`,
      fix: ["Tell the user: install Node.js 20 or later"],
      exit_code: 3,
    };
    const meta = { duration_ms: 0, dry_run: false, truncated: null, warnings: [] };
    writeSync(Number(process.env.NICHE_STDOUT || 1), `${JSON.stringify({ ok: false, tool: null, error, meta })}\n`);
  }
  process.exit(process.env.NICHE_STDOUT === "3" ? 67 : 3);
}
/** A worker's entry says by this global which chunk it wants. */
const chunk = (globalThis as Record<symbol, unknown>)[Symbol.for("nichekit.chunk")] ?? "dispatcher/main";
(load(String(chunk)) as { start(): void }).start();
