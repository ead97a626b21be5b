import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** A pipe whose writing end a program can open anew by its path, `/dev/stderr`. */
export interface ProcessPipe {
  readonly reader: Readable;
  /** For the child's `stdio`; closed here by `release`. */
  readonly writer: number;
}

const BY_PATH = /\/dev\/(std(out|err)\b|fd\/)|\/proc\/self\/fd\//;
/** Longer files are programs rather than scripts. Bytes. */
const LONGEST_SCRIPT = 1024 * 1024;

/**
 * Whether a tool's own text names one of its streams by a path, as `echo … > /dev/stderr` does.
 *
 * What Node calls pipes are sockets, and Linux opens no socket by its path (ENXIO). Elsewhere such a path is a duplicate of what is open.
 */
export function namesItsStreams(file: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return statSync(file).size <= LONGEST_SCRIPT && BY_PATH.test(readFileSync(file, "latin1"));
  } catch {
    return false;
  }
}

/**
 * So many pipes as the kernel has them. Node can make none, so each is a FIFO, whose name is gone when this returns; `mkfifo` is a
 * program of its own, some 2 ms. Undefined where there is no `mkfifo`, or the temporary folder takes none.
 */
export function processPipes(count: number): readonly ProcessPipe[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), "nichekit-pipe-"));
  const names = Array.from({ length: count }, (_, index) => join(folder, String(index)));
  const opened: number[] = [];
  const open = (name: string, flags: number) => {
    const fd = openSync(name, flags);
    opened.push(fd);
    return fd;
  };
  try {
    if (spawnSync("mkfifo", ["-m", "600", ...names], { stdio: "ignore" }).status !== 0) return undefined;
    // The reader first, and without waiting: each end waits for the other.
    const ends = names.map((name) => [open(name, constants.O_RDONLY | constants.O_NONBLOCK), open(name, constants.O_WRONLY)] as const);
    return ends.map(([fd, writer]) => ({ reader: new Socket({ fd, readable: true, writable: false }), writer }));
  } catch {
    for (const fd of opened) closeSync(fd);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Closes the writing ends: the child has its own. Without this no reader sees the end. */
export function release(pipes: readonly ProcessPipe[]): void {
  for (const { writer } of pipes) closeSync(writer);
}
