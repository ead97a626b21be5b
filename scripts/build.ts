/**
 * Builds `dist/`: one CJS chunk per dynamically imported file and per tool of
 * the shared lib, and the loader that knows them. Dynamic imports of local
 * files become `require("chunk:…")`, and imports of what few calls need `require("lazy:…")`, which the loader answers.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { shippedSchemas } from "../registry/schemas/shipped.ts";

const root = resolve(process.argv[2] ?? ".");
const out = join(root, `dist.${process.pid}`);
process.on("exit", () => rmSync(out, { recursive: true, force: true }));
const external = ["libsql", "esbuild"];
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external,
  legalComments: "none",
} as const;

/** What few calls need, though much code names it: a chunk of its own, loaded when a name imported from it is first used. */
const LAZY = ["registry/error/catalogue.ts", "registry/grammar/nearest.ts", "dispatcher/runner/mapped-stack.ts"].map((file) =>
  join(root, file),
);

/** Sends every `import("./local.ts")`, and every import of a lazy file, to a chunk of its own and remembers which. */
function chunks(found: (file: string) => void): Plugin {
  return {
    name: "chunks",
    setup(context) {
      context.onResolve({ filter: /^\.\.?\// }, (args) => {
        const file = resolve(args.resolveDir, args.path);
        const lazy = args.kind === "import-statement" && LAZY.includes(file);
        if (args.kind !== "dynamic-import" && !lazy) return undefined;
        found(file);
        return { path: `${lazy ? "lazy" : "chunk"}:${chunkName(file)}`, external: true };
      });
    },
  };
}

function chunkName(file: string): string {
  return relative(root, file).replace(/\.\w+$/, "");
}

const tools = readdirSync(join(root, "lib"))
  .filter((name) => name.endsWith(".ts"))
  .map((name) => join(root, "lib", name));
const queue = [join(root, "dispatcher/main.ts"), join(root, "dispatcher/runner/worker-entry.ts"), ...tools];
const id = createHash("sha256");
for (const file of queue) {
  const result = await build({
    ...shared,
    entryPoints: [file],
    outfile: join(out, "chunks", `${chunkName(file)}.cjs`),
    minify: true,
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "__filename" },
    write: false,
    plugins: [chunks((target) => queue.includes(target) || queue.push(target))],
  });
  for (const output of result.outputFiles) {
    mkdirSync(dirname(output.path), { recursive: true });
    // The loader compiles it as it stands.
    const wrapped = `(function(exports,require,module,__filename,__dirname){${output.text}\n})`;
    writeFileSync(output.path, wrapped);
    id.update(relative(out, output.path)).update("\0").update(wrapped);
  }
}
// By which a call sees that a shared tool is still what was built.
for (const file of tools) cpSync(file, join(out, "chunks", relative(root, file)));

await build({
  ...shared,
  entryPoints: [join(root, "dispatcher/loader.ts")],
  outfile: join(out, "loader.cjs"),
  minify: true,
  define: {
    BUILD: JSON.stringify({
      id: id.digest("hex").slice(0, 16),
      version: (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version,
      tools: tools.map((file) => relative(root, file)),
    }),
  },
});
writeFileSync(
  join(out, "worker.cjs"),
  'globalThis[Symbol.for("nichekit.chunk")] = require("node:worker_threads").workerData.chunk;\nrequire("./loader.cjs");\n',
);

// The library: what it needs of npm is installed with it; what a call does not need is loaded when it does.
const library = { ...shared, entryPoints: [join(root, "dispatcher/index.ts")], packages: "external" as const };
await build({ ...library, format: "esm", splitting: true, outdir: out, chunkNames: "library/[name]-[hash]" });
await build({
  ...library,
  outfile: join(out, "index.cjs"),
  define: { "import.meta.url": "importMetaUrl" },
  banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
});

mkdirSync(join(out, "schemas"));
for (const [name, schema] of Object.entries(shippedSchemas()))
  writeFileSync(join(out, "schemas", name), `${JSON.stringify(schema, null, 2)}\n`);

// The declarations of the library entry, for those who write tools or embed the kit in TypeScript.
const strict =
  "--strict --exactOptionalPropertyTypes --verbatimModuleSyntax --erasableSyntaxOnly --rewriteRelativeImportExtensions --skipLibCheck";
const declarations = `--ignoreConfig --declaration --emitDeclarationOnly --target es2023 --module nodenext --types node ${strict}`;
execFileSync("tsc", [...declarations.split(" "), "--outDir", join(out, "types"), join(root, "dispatcher/index.ts")], {
  cwd: root,
  stdio: "inherit",
});

const dist = join(root, "dist");
// A call that starts meanwhile finds the old build or the new one.
const old = `${out}.old`;
if (existsSync(dist)) renameSync(dist, old);
renameSync(out, dist);
rmSync(old, { recursive: true, force: true });
