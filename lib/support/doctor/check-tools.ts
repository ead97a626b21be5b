import { accessSync, constants, statSync } from "node:fs";
import { extname, join } from "node:path";
import { commandLine, shellQuote } from "../../../registry/error/shell-quote.ts";
import { unmet } from "../../../registry/plan/holds.ts";
import { listToolFiles } from "../../../registry/project/list.ts";
import type { Project, ToolFolder } from "../../../registry/project/project.ts";
import { readToolFile, type ToolFile } from "../../../registry/tool-meta/read.ts";
import type { Examined, Finding } from "./finding.ts";

/** Files that a runner can start without a `#!` line and without a run bit. */
const STARTED_BY_NAME = /^\.(sh|bash|zsh|fish|py|rb|pl|php|lua|awk|[cm]?js|[cm]?ts|jsx|tsx)$/;

/** Interpreters and run bits of the project's own tools. What their headers say is the registry's to judge. */
export function checkTools(examined: Examined, project: Project): Finding[] {
  const own = project.folders.filter(({ prefix }) => !prefix.startsWith("nichekit:"));
  return own.flatMap((folder) =>
    listToolFiles(folder).flatMap((name) => {
      const tool = read(folder, name);
      if (tool?.header === undefined) return [];
      const source = folder.prefix + name;
      return [...checkInterpreter(examined, source, tool.shebang), ...checkRunBit(examined, join(folder.path, name), source, tool)];
    }),
  );
}

/** A file that cannot be read is told by the registry's own check. */
function read(folder: ToolFolder, name: string): ToolFile | undefined {
  try {
    return readToolFile(join(folder.path, name), folder.prefix + name);
  } catch {
    return undefined;
  }
}

function checkInterpreter({ root, env }: Examined, source: string, shebang: string | undefined): Finding[] {
  const name = shebang === undefined ? undefined : interpreterOf(shebang);
  // The Node.js that runs this stands in for a node that is not on PATH.
  if (name === undefined || /(^|\/)node$/.test(name)) return [];
  if (unmet({ kind: "command", name, text: `command ${name}` }, env, root) === undefined) return [];
  const where = name.includes("/") ? "does not exist or may not be run" : "is not on PATH";
  return [
    {
      check: "interpreter",
      severity: "error",
      recoverable: "user-action-required",
      message: `${source} wants ${name}, which ${where}`,
      file: source,
      fix: [`Ask the user to install ${name}, or to name another interpreter in the first line of ${source}.`],
    },
  ];
}

/** The program that a `#!` line leads to: `env` and its options are looked through. */
export function interpreterOf(shebang: string): string | undefined {
  const words = shebang.split(/\s+/).filter((word) => word !== "");
  const [program] = words;
  if (program === undefined || !/(^|\/)env$/.test(program)) return program;
  return words.slice(1).find((word) => !word.startsWith("-") && !word.includes("=")) ?? program;
}

function checkRunBit({ here }: Examined, file: string, source: string, { shebang }: ToolFile): Finding[] {
  if (mayRun(file)) return [];
  const fix = [here(commandLine(["chmod", "+x", source]))];
  if (shebang !== undefined) {
    const message = `${source} has no run bit: the subject starts it all the same, ./${source} does not`;
    return [{ check: "run_bit", severity: "note", recoverable: "yes", message, file: source, fix }];
  }
  if (STARTED_BY_NAME.test(extname(source))) return [];
  const message = `${source} has neither a run bit nor a first line that names its interpreter`;
  return [{ check: "run_bit", severity: "error", recoverable: "yes", message, file: source, fix }];
}

export function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Takes CRLF and a byte order mark out of a script, and keeps the old text. */
export function plainTextFix(file: string): string {
  return `perl -i.bak -pe 's/^\\xEF\\xBB\\xBF// if $. == 1; s/\\r$//' ${shellQuote(file)}`;
}
