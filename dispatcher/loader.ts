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

type Module = { exports: Record<string, unknown>; filename: string; id: string; loaded: boolean };

const packageRoot = __dirname.slice(0, __dirname.lastIndexOf("/"));
const loaded = new Map<string, Module>();
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
  const module: Module = { exports: {}, filename, id: filename, loaded: false };
  loaded.set(name, module);
  script.runInThisContext()(module.exports, chunkRequire, module, filename, filename.slice(0, filename.lastIndexOf("/")));
  module.loaded = true;
  return module.exports;
}

/** Of this chunk of this package: a cache remembers the file name that stacks show. */
function cacheName(chunk: string): string {
  return `${chunk.replaceAll("/", "+")}@${encodeURIComponent(packageRoot).slice(-120)}@${BUILD.id}`;
}

const chunkRequire = Object.assign((id: string) => (id.startsWith("chunk:") ? load(id.slice(6)) : require(id)), {
  resolve: require.resolve,
});

Object.assign(globalThis, {
  [Symbol.for("nichekit.packageRoot")]: packageRoot,
  [Symbol.for("nichekit.packageVersion")]: BUILD.version,
  [Symbol.for("nichekit.build")]: `${BUILD.version}+${BUILD.id}`,
});
setHost({
  packageRoot,
  importModule: (specifier) => import(specifier),
  requireFile: (file) => require(file) as Record<string, unknown>,
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
