import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildFailure, Message, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from "esbuild";
import { fault } from "../../registry/error/catalogue.ts";
import { commandLine } from "../../registry/error/shell-quote.ts";
import type { ToolError } from "../../registry/error/tool-error.ts";
import { host } from "./host.ts";
import type { RunRequest } from "./run-request.ts";
import { names } from "./same-call.ts";

export interface Compiled {
  readonly code: string;
  readonly format: "esm" | "cjs";
  /** Every local file that went in, by path, with its bytes. */
  readonly inputs: readonly (readonly [path: string, bytes: Buffer])[];
  readonly packages: readonly string[];
}

/** Marks our own question to the resolver, which must not be answered by ourselves. */
const ASKED = Symbol("asked");
const SCRIPT = /\.[cm]?[jt]sx?$/;

/**
 * Compiles a tool and the local files it imports to one file for `folder`. Packages stay outside and are imported from where
 * they lie for the file that names them; `import.meta` keeps meaning the source file; the source map is inline.
 *
 * Throws `compile_failed` with file and line, `compiler_unavailable`.
 */
export async function compile(request: RunRequest, folder: string): Promise<Compiled> {
  const entry = request.tool.file;
  const esbuild = loadCompiler(request);
  const inputs = new Map<string, Buffer>();
  const outside = new Set<string>();
  const tsconfig = nearestTsconfig(dirname(entry));
  if (tsconfig !== undefined) inputs.set(tsconfig, readFileSync(tsconfig));
  const build = async (format: "esm" | "cjs") => {
    const result = await esbuild.build({
      // A path with a `*` in it is a pattern to esbuild: from its folder, the file's name serves.
      entryPoints: [`./${basename(entry)}`],
      outfile: join(folder, "compiled.js"),
      absWorkingDir: dirname(entry),
      write: false,
      bundle: true,
      platform: "node",
      format,
      target: "node20",
      conditions: [],
      mainFields: ["main"],
      sourcemap: "inline",
      sourcesContent: false,
      logLevel: "silent",
      define: { "import.meta.url": "__source_url", "import.meta.filename": "__source_file", "import.meta.dirname": "__source_folder" },
      plugins: [sources(inputs), packagesOutside(outside)],
    });
    return (result.outputFiles[0] as { text: string }).text;
  };
  try {
    const module = await build("esm");
    // Node loads its first ES module in 6 ms and a CommonJS file in 1: one that needs no package can be that, unless it awaits at its top.
    const script = outside.size === 0 ? await build("cjs").catch(() => undefined) : undefined;
    const [code, format] =
      script === undefined ? ([withRequire(module, entry), "esm"] as const) : ([`"use strict";${script}`, "cjs"] as const);
    return { code, format, inputs: [...inputs].sort(([a], [b]) => (a < b ? -1 : 1)), packages: [...outside].filter(isAbsolute).sort() };
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (errors?.[0] === undefined)
      throw fault("compiler_unavailable", { ...names(request), reason: (error as Error).message }, { cause: error });
    throw compileFault(errors, request);
  }
}

/** From the package itself, wherever the chunk that asks for it lies. */
function loadCompiler(request: RunRequest): typeof import("esbuild") {
  try {
    return createRequire(join(host().packageRoot, "package.json"))("esbuild") as typeof import("esbuild");
  } catch (error) {
    const [reason] = (error as Error).message.split("\n", 1);
    throw fault("compiler_unavailable", { ...names(request), reason: reason ?? "" }, { cause: error });
  }
}

/** Remembers what went in, and gives every file its own place as `import.meta`. */
function sources(inputs: Map<string, Buffer>): Plugin {
  return {
    name: "sources",
    setup(build) {
      build.onLoad({ filter: /./, namespace: "file" }, async ({ path }) => {
        const bytes = await readFile(path);
        inputs.set(path, bytes);
        if (!SCRIPT.test(path) || !bytes.includes("import.meta")) return { contents: bytes, loader: "default" };
        const place = { url: pathToFileURL(path).href, file: path, folder: dirname(path) };
        // On the first line, so that every line keeps its number.
        const head = Object.entries(place).map(([name, value]) => `const __source_${name} = ${JSON.stringify(value)};`);
        const text = bytes.toString().replace(/^\ufeff/, "");
        return { contents: `${head.join("")}${text.startsWith("#!") ? `//${text}` : text}`, loader: "default" };
      });
    },
  };
}

/** A bare name becomes the URL of the file that Node would take for it; what lies in no node_modules is compiled in. */
function packagesOutside(outside: Set<string>): Plugin {
  const leave = (path: string) => {
    outside.add(path);
    return { path, external: true };
  };
  return {
    name: "packages-outside",
    setup(build) {
      build.onResolve({ filter: /^(data|https?|file):/ }, ({ path }) => leave(path));
      build.onResolve({ filter: /^[^./]/ }, async (args) => {
        if (args.pluginData === ASKED || args.kind === "entry-point") return undefined;
        const found = await resolvedPackage(build, args);
        // One that may be missing is looked for when it is imported.
        if (found.errors.length > 0) return args.kind === "dynamic-import" ? leave(args.path) : { errors: found.errors };
        // Node's own modules; and what lies in the project, by an alias or a link.
        if (found.external || !(found.path.includes("/node_modules/") || isNichekit(args.path)))
          return { path: found.path, external: found.external };
        outside.add(found.path);
        return { path: args.kind === "require-call" ? found.path : pathToFileURL(found.path).href, external: true };
      });
    },
  };
}

/** A project that has no nichekit of its own means the one that runs it. */
async function resolvedPackage(
  build: PluginBuild,
  args: OnResolveArgs,
): Promise<Required<Pick<OnResolveResult, "path" | "external">> & { errors: Message[] }> {
  const { path, kind, importer, resolveDir } = args;
  const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: ASKED });
  if (found.errors.length === 0 || !isNichekit(path)) return found;
  return build.resolve(path, { kind, importer, resolveDir: host().packageRoot, pluginData: ASKED });
}

function isNichekit(path: string): boolean {
  return path === "nichekit" || path.startsWith("nichekit/");
}

/** A CommonJS file compiled in may ask for a package, for which an ES module has no `require`. */
function withRequire(code: string, entry: string): string {
  if (!code.includes("Dynamic require of")) return code;
  const line = `import{createRequire as __createRequire}from"node:module";const require=__createRequire(${JSON.stringify(pathToFileURL(entry).href)});`;
  return line + code;
}

function compileFault(errors: readonly Message[], request: RunRequest): ToolError {
  const shown = errors.map(({ text, location }) => ({
    file: location === null ? request.tool.file : join(dirname(request.tool.file), location.file),
    line: location?.line ?? 1,
    column: (location?.column ?? 0) + 1,
    text,
    source: location?.lineText,
  }));
  const [first] = shown;
  const values = { file: relative(request.projectRoot, first?.file ?? ""), line: first?.line ?? 1, reason: first?.text ?? "" };
  const missing = first?.text.match(/^Could not resolve "([^./][^"]*)"/)?.[1];
  const fix =
    missing === undefined
      ? checkLine(request.tool.file)
      : commandLine(["npm", "install", "--prefix", request.projectRoot, packageName(missing)]);
  return fault("compile_failed", values, { fix: [fix], detail: { errors: shown } });
}

/** The command line that shows what the compiler has against a file. */
function checkLine(file: string): string {
  const bin = createRequire(join(host().packageRoot, "package.json")).resolve("esbuild/bin/esbuild");
  // Its installation may have put the program itself in the place of the script that starts it.
  const start = readFileSync(bin).subarray(0, 2).toString() === "#!" ? [process.execPath, bin] : [bin];
  const options = ["--bundle", "--packages=external", "--platform=node", "--outfile=/dev/null"];
  if (!file.includes("*")) return commandLine([...start, file, ...options]);
  return `${commandLine(["cd", dirname(file)])} && ${commandLine([...start, `./${basename(file)}`, ...options])}`;
}

function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Its aliases and JSX settings shape the output. */
function nearestTsconfig(folder: string): string | undefined {
  const file = join(folder, "tsconfig.json");
  if (existsSync(file)) return file;
  const above = dirname(folder);
  return above === folder ? undefined : nearestTsconfig(above);
}
