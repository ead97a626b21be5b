import { Socket } from "node:net";

/** Milliseconds in which the system tells that a pipe has no reader any more; it knows at once. */
const PATIENCE = 60;

/**
 * Whether the reader of the pipe or socket behind `fd` is gone. A tool that ended
 * by SIGPIPE may have lost a pipe of its own (`yes | head -1` under pipefail);
 * only where nobody reads its output any more is that no failure. Of a file or a
 * terminal nobody can leave.
 */
export function readerLeft(fd: number): Promise<boolean> {
  return new Promise((resolve) => {
    let socket: Socket;
    try {
      socket = new Socket({ fd, readable: true, writable: false });
    } catch {
      resolve(false);
      return;
    }
    const timer = setTimeout(() => resolve(false), PATIENCE);
    const left = () => {
      clearTimeout(timer);
      resolve(true);
    };
    // Polling a write end for input: the system answers by an error or the end as soon as it has no reader.
    socket.on("error", left);
    socket.on("end", left);
    socket.on("close", left);
    socket.resume();
    socket.unref();
  });
}
