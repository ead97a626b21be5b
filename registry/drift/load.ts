import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { REGISTRY_PATH, type Registry } from "../entry.ts";
import { fault } from "../error/catalogue.ts";
import { commandLine } from "../error/shell-quote.ts";
import { inProject } from "../project/in-project.ts";
import { registrySchema } from "../schemas/registry-schema.ts";
import { parseCommitted, plainText } from "./committed.ts";

export interface LoadFrom {
  root: string;
  /** Where a relative file name begins. */
  cwd: string;
  /** The command line of `registry check`, for Fix lines. */
  check: string;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * A registry from a file, or from a git revision (`HEAD~1`, `v1.2.0`) of the project.
 *
 * @throws ToolError `registry_revision_unknown`, `registry_no_git`, `registry_not_comparable`, `registry_unreadable`
 */
export async function loadRegistry(source: string, from: LoadFrom): Promise<Registry> {
  const file = resolve(from.cwd, source);
  const text = isFile(file) ? readText(file) : await fromGit(source, from);
  const parsed = parseCommitted(plainText(text));
  const refuse = (reason: string) => fault("registry_not_comparable", { source, reason, check: from.check });
  if (parsed.kind === "conflict") throw refuse(`merge-conflict markers in line ${parsed.line}`);
  if (parsed.kind === "not_json") throw refuse(parsed.reason);
  const checked = registrySchema.safeParse(parsed.value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw refuse(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not in this version's form"}`);
}

async function fromGit(revision: string, { root, cwd, env }: LoadFrom): Promise<string> {
  const log = inProject(commandLine(["git", "log", "--oneline", "--", REGISTRY_PATH]), root, cwd);
  const unknown = async (cause?: unknown) => {
    const reason = await withoutGit(root, env);
    if (reason !== undefined) return fault("registry_no_git", { revision, reason }, { cause });
    return fault("registry_revision_unknown", { revision, file: REGISTRY_PATH, log }, { cause });
  };
  // What begins with a dash would be an option of git's.
  if (revision.startsWith("-") || revision === "") throw await unknown();
  try {
    const { stdout } = await promisify(execFile)("git", ["show", `${revision}:./${REGISTRY_PATH}`], {
      cwd: root,
      env: { ...env },
      maxBuffer: 256 * 1024 * 1024,
    });
    return stdout;
  } catch (cause) {
    throw await unknown(cause);
  }
}

/** Why there are no revisions here at all. */
async function withoutGit(root: string, env: LoadFrom["env"]): Promise<string | undefined> {
  try {
    await promisify(execFile)("git", ["rev-parse", "--verify", "--quiet", "HEAD"], { cwd: root, env: { ...env } });
    return undefined;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return "git is not on PATH";
    return existsSync(root) ? "the project is in no git repository, or in one without a commit" : "the project is gone";
  }
}

/** A name that no file system can hold is no file's. */
function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw fault("registry_unreadable", { file, reason: (cause as NodeJS.ErrnoException).code ?? String(cause) }, { cause });
  }
}
