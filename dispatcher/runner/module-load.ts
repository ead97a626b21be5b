import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fault } from "../../registry/error/catalogue.ts";
import { importCompiled } from "./compiled-module.ts";
import { outsideGuard } from "./guard.ts";
import { host } from "./host.ts";
import { importFile, type LoadedModule, requireFile } from "./load-file.ts";
import type { RunRequest } from "./run-request.ts";
import { names } from "./same-call.ts";

/**
 * Loads a module tool, behind the guard since its top-level code runs: the build's own chunk of a shared tool whose
 * source is unchanged, else what was compiled of it, else the file as it is.
 *
 * Throws `tool_vanished`, `tool_unreadable`, `compile_failed`, `compiler_unavailable`, and what the import throws.
 */
export async function loadModule(request: RunRequest): Promise<LoadedModule> {
  const { file } = request.tool;
  const source = readSource(request);
  const built = host().builtTool(file, source);
  if (built !== undefined) return built;
  if (isCommonJs(file, source)) return requireFile(file, source);
  if (!needsCompiler(file, source)) return importFile(file);
  return importCompiled(request, (work) => outsideGuard(work));
}

function readSource(request: RunRequest): Buffer {
  const { file } = request.tool;
  try {
    return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") throw fault("tool_vanished", names(request), { cause: error });
    throw fault("tool_unreadable", { ...names(request), reason: code ?? message }, { cause: error });
  }
}

/**
 * TypeScript and JSX; and JavaScript in module syntax: Node 20 refuses it in a `.js` where no package.json says
 * `"type": "module"`, and the first import of a module takes a process 5 ms where a compiled one takes 2.
 */
function needsCompiler(file: string, source: Buffer): boolean {
  return /^\.([cm]?ts|[jt]sx)$/.test(extname(file)) || (/^\.m?js$/.test(extname(file)) && isModuleSyntax(source));
}

function isModuleSyntax(source: Buffer): boolean {
  return /^\s*(export|import)\b(?!\s*\()/m.test(source.toString());
}

function isCommonJs(file: string, source: Buffer): boolean {
  if (extname(file) === ".cjs") return true;
  return extname(file) === ".js" && !isModuleSyntax(source) && packageType(dirname(file)) !== "module";
}

function packageType(folder: string): unknown {
  const file = join(folder, "package.json");
  if (existsSync(file)) {
    try {
      return (JSON.parse(readFileSync(file, "utf8")) as { type?: unknown }).type;
    } catch {
      return undefined;
    }
  }
  const above = dirname(folder);
  return above === folder ? undefined : packageType(above);
}
