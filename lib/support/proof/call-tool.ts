import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { packageRoot } from "../../../registry/project/package-root.ts";
import type { Project } from "../../../registry/project/project.ts";
import type { Outcome } from "../../../registry/tool-context.ts";
import { HOOKS } from "./listed-files.ts";
import type { Scratch } from "./scratch-copy.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** How a call through the real dispatcher ended. */
export interface Called {
  /** Null: ended by a signal, or not at all. */
  code: number | null;
  stdout: string;
  /** Bytes on stdout; beyond 64 MiB the call was stopped. */
  bytes: number;
  stderr: string;
  /** The one JSON document of `--json`; undefined where stdout is no such thing. */
  outcome: Outcome | undefined;
  stopped: "time" | "size" | undefined;
}

export interface CallOptions {
  cwd?: string;
  /** Variables besides those of the scratch copy; undefined takes one away. */
  env?: Env;
  signal: AbortSignal;
}

/** Milliseconds that one call may take. */
const LIMIT = 60_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Calls a tool of the scratch copy, as anyone calls it: a process of its own, through the dispatcher. */
export function callTool(project: Project, scratch: Scratch, words: readonly string[], options: CallOptions): Promise<Called> {
  const env = { ...callerEnvironment(project, scratch), ...options.env };
  return new Promise((done) => {
    const child = spawn(dispatcherOf(project, scratch), words, {
      cwd: options.cwd ?? scratch.root,
      env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)) as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let bytes = 0;
    let stopped: Called["stopped"];
    const stop = (why?: "time" | "size") => {
      stopped ??= why;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended meanwhile.
      }
    };
    const timer = setTimeout(() => stop("time"), LIMIT);
    const aborted = () => stop();
    options.signal.addEventListener("abort", aborted);
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MOST_BYTES) out.push(chunk);
      else stop("size");
    });
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    const end = (code: number | null) => {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", aborted);
      const stdout = Buffer.concat(out).toString();
      done({ code, stdout, bytes, stderr: Buffer.concat(err).toString(), outcome: outcomeOf(stdout), stopped });
    };
    child.on("error", (cause) => {
      err.push(Buffer.from(cause.message));
      end(null);
    });
    child.on("close", end);
  });
}

function outcomeOf(stdout: string): Outcome | undefined {
  try {
    const value = JSON.parse(stdout) as Outcome;
    return typeof value === "object" && value !== null && typeof value.ok === "boolean" && "meta" in value ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A package that verifies its own tools is tried as its copy. */
function dispatcherOf(project: Project, scratch: Scratch): string {
  const own = join(scratch.root, "bin/niche-dispatch");
  const isPackage = samePlace(project.root, packageRoot()) && existsSync(own) && existsSync(join(scratch.root, "dist/loader.cjs"));
  return isPackage ? own : join(packageRoot(), "bin/niche-dispatch");
}

function samePlace(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

/** What the caller has and gave the subject, with every place in the project as the same place in the copy. */
export function callerEnvironment(project: Project, scratch: Scratch): Record<string, string | undefined> {
  const moved = (value: string) =>
    value
      .split(delimiter)
      .map((part) => (part === project.root || part.startsWith(`${project.root}/`) ? scratch.root + part.slice(project.root.length) : part))
      .join(delimiter);
  const env: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(project.env)) {
    if (value === undefined || HOOKS.test(name) || OF_THE_OUTER_CALL.test(name) || leadsOut(name)) continue;
    env[name] = moved(value);
  }
  const own = project.folders.filter(({ prefix }) => !prefix.startsWith("nichekit:")).map(({ path }) => moved(path));
  // A folder beside the project has no place in the copy: its tools are called where they are.
  if (own.some((path) => !path.startsWith(`${scratch.root}/`))) env.TOOL_PATH = own.join(delimiter);
  const command = project.env.SUBJECT_COMMAND;
  if (command?.includes("/")) env.SUBJECT_COMMAND = moved(resolve(command));
  // The dispatcher's own compiled code is kept where it always is; no tool sees this variable without declaring it.
  env.XDG_CACHE_HOME ||= project.env.HOME && join(project.env.HOME, ".cache");
  return { ...env, PROJECT_ROOT: scratch.root, HOME: scratch.home, TMPDIR: scratch.temporary };
}

/**
 * What would lead git, ssh or a program's settings past the copy's own: whose identity the caller has stays, where keys, helpers and
 * settings lie does not. A tool gets any of these only where its header asks for it.
 */
function leadsOut(name: string): boolean {
  if (name.startsWith("GIT_")) return !/^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/.test(name);
  return /^(?:SSH_(?:AUTH_SOCK|AGENT_PID|ASKPASS)|XDG_(?:CONFIG|DATA|STATE)_HOME)$/.test(name);
}

const OF_THE_OUTER_CALL = /^(?:NICHE_STDOUT|TOOL_(?:ARGS|ARGS_FILE|JSON|DRY_RUN|YES|SUPPORT)|ARG_\w+|PWD|OLDPWD|_)$/;
