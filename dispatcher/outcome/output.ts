import { writeSync } from "node:fs";

/**
 * Writes all of a text before returning, to a pipe however slow: the process may
 * end right after (a `process.exit` with writes pending cuts a pipe at 64 KiB).
 * A reader that stopped reading has what it wanted: that is no failure.
 *
 * @returns false if the reader is gone.
 */
export function writeAll(fd: number, text: string | Uint8Array): boolean {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EAGAIN") pause(5);
      else if (code === "EPIPE" || code === "EBADF" || code === "EIO") return false;
      else throw error;
    }
  }
  return true;
}

/** Someone else made the pipe non-blocking: wait for room without giving up the thread. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
