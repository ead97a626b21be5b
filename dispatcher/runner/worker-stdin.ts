import { createReadStream, fstatSync } from "node:fs";
import { Socket } from "node:net";
import { isatty, ReadStream } from "node:tty";

/**
 * Lets `process.stdin` of this worker thread read descriptor 0 itself, as in the main thread, which must then leave it alone. Made when a
 * tool first asks for it: only `fs` reads a pipe that is not switched to non-blocking.
 */
export function readStdinHere(): void {
  let stream: NodeJS.ReadableStream | undefined;
  Object.defineProperty(process, "stdin", {
    configurable: true,
    enumerable: true,
    get: () => {
      stream ??= stdinStream();
      return stream;
    },
  });
}

/** The kind that Node's own would be. A pipe is waited for by the event loop: a read in Node's thread pool could not be ended with the thread. */
function stdinStream(): NodeJS.ReadableStream {
  if (isatty(0)) return new ReadStream(0);
  const stat = fstatSync(0);
  // `manualStart` is Node's own word for its stdin and no part of its types: nothing is read before somebody listens.
  const options = { fd: 0, readable: true, writable: false, manualStart: true };
  return stat.isFIFO() || stat.isSocket() ? new Socket(options) : createReadStream("", { fd: 0, autoClose: false });
}
