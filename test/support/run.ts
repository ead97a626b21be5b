import { spawn } from "node:child_process";

export interface Ran {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  /** The complete environment; default: this process's own. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Text for stdin, then end; `open`: a pipe that never ends. Default: ends at once. */
  stdin?: string | "open";
  uid?: number;
}

/** Runs a program as an agent would and gives back all it said. */
export function run(file: string, args: readonly string[] = [], options: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: { ...(options.env ?? process.env) } as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "pipe"],
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk) => out.push(chunk));
    child.stderr.on("data", (chunk) => err.push(chunk));
    child.stdin.on("error", () => {});
    if (options.stdin !== "open") child.stdin.end(options.stdin ?? "");
    child.on("error", reject);
    child.on("close", (code, signal) => {
      child.stdin.destroy();
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
  });
}

/** Runs a line through a shell, as an agent runs a Fix. */
export function shell(line: string, options: RunOptions = {}): Promise<Ran> {
  return run("bash", ["-c", line], options);
}
