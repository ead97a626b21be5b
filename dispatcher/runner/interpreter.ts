import { closeSync, openSync, readSync } from "node:fs";
import { type FaultValues, fault } from "../../registry/error/catalogue.ts";
import { DEFAULT_PATH, findProgram, isExecutable } from "../../registry/project/find-program.ts";

/** What to execute: `command` with `args` (the tool's file among them) before the tool's own arguments. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

export interface LaunchPlace {
  /** `docs fetch`, `docs`, `fetch` and the subject's command line, for messages. */
  readonly names: FaultValues;
  /** PATH of the tool's own environment; undefined: the system's default. */
  readonly path: string | undefined;
  readonly cwd: string;
}

/** Who runs a file that has no `#!` line. Without the run bit these files work as well. */
const BY_EXTENSION: Readonly<Record<string, readonly string[]>> = {
  sh: ["bash"],
  bash: ["bash"],
  zsh: ["zsh"],
  fish: ["fish"],
  py: ["python3"],
  rb: ["ruby"],
  pl: ["perl"],
  php: ["php"],
  lua: ["lua"],
  awk: ["awk", "-f"],
  js: ["node"],
  mjs: ["node"],
  cjs: ["node"],
};

const SHEBANG_BYTES = 4096;

/**
 * How a tool's file is started: by its `#!` line, which is read here so that no run bit is needed and a
 * missing interpreter can be named; else by its extension; else as a program of its own.
 *
 * Throws `tool_vanished`, `tool_unreadable`, `shebang_crlf`, `shebang_bom`, `interpreter_missing`, `tool_not_executable`.
 */
export function launchOf(file: string, place: LaunchPlace): Launch {
  const head = readHead(file, place);
  if (head === undefined) return { command: file, args: [] };
  const bom = head.startsWith("\u00ef\u00bb\u00bf");
  const firstLine = head.slice(bom ? 3 : 0).split("\n", 1)[0] as string;
  const extension = file.match(/\.([^./]+)$/)?.[1]?.toLowerCase() ?? "";
  const byExtension = BY_EXTENSION[extension];

  if (firstLine.startsWith("#!")) {
    const line = Buffer.from(firstLine.slice(2), "latin1").toString().trim();
    if (firstLine.endsWith("\r")) throw fault("shebang_crlf", { file, interpreter: line });
    if (bom) throw fault("shebang_bom", { file });
    return byShebang(line, file, place);
  }
  if (byExtension !== undefined) {
    const [name, ...options] = byExtension as [string, ...string[]];
    if (firstLine.endsWith("\r") && /^(ba|z)?sh$/.test(extension)) throw fault("shebang_crlf", { file, interpreter: name });
    return { command: interpreter(name, place), args: [...options, file] };
  }
  if (!isExecutable(file)) throw fault("tool_not_executable", { file });
  return { command: file, args: [] };
}

/** As the kernel reads it: the interpreter, and all the rest as one argument. `env` is resolved here where that is plain. */
function byShebang(line: string, file: string, place: LaunchPlace): Launch {
  const [, path, rest] = line.match(/^(\S+)\s*(.*)$/) ?? [];
  if (path === undefined) throw fault("tool_not_executable", { file });
  if (/(^|\/)env$/.test(path) && rest) {
    const plain = rest.match(/^(?:(?:-S|--split-string[= ])\s*)?([\w./+:,@=-]+(?:\s+[\w./+:,@=-]+)*)$/)?.[1]?.split(/\s+/);
    const name = plain?.[0];
    // Options of env itself, assignments and quotes are its own business: it is started as the kernel would.
    if (plain !== undefined && name !== undefined && !name.startsWith("-") && !name.includes("=")) {
      const words = /^(-S|--split-string)/.test(rest) ? plain : [rest];
      return { command: interpreter(words[0] as string, place), args: [...words.slice(1), file] };
    }
  }
  return { command: interpreter(path, place), args: rest ? [rest, file] : [file] };
}

function interpreter(name: string, place: LaunchPlace): string {
  const found = findProgram(name, place);
  if (found !== undefined) return found;
  // The Node that runs this is a Node, on PATH or not (version managers keep it off the PATH of GUI clients).
  if (/(^|\/)node$/.test(name)) return process.execPath;
  const where = name.includes("/") ? "does not exist or may not be run" : `is not on PATH (${place.path ?? `unset, so ${DEFAULT_PATH}`})`;
  throw fault("interpreter_missing", { ...place.names, interpreter: name, where });
}

/** The first bytes as Latin-1; undefined for a program that may be run but not read. */
function readHead(file: string, place: LaunchPlace): string | undefined {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") throw fault("tool_vanished", { ...place.names, file });
    if (isExecutable(file)) return undefined;
    throw fault("tool_unreadable", { ...place.names, file, reason: code ?? message }, { cause: error });
  }
  try {
    const bytes = Buffer.alloc(SHEBANG_BYTES);
    return bytes.toString("latin1", 0, readSync(handle, bytes, 0, SHEBANG_BYTES, 0));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw fault("tool_unreadable", { ...place.names, file, reason: code ?? message }, { cause: error });
  } finally {
    closeSync(handle);
  }
}
