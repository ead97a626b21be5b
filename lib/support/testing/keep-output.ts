import { closeSync, constants, existsSync, openSync, readSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { withFolder } from "../workspace/folder-handle.ts";
import type { PlaceInside } from "../workspace/place-inside.ts";

/** Bytes that are kept of the beginning and of the end: what was run, and the summary of failures. */
const HEAD = 3 * 1024;
const TAIL = 9 * 1024;
/** Bytes that the file may have. */
const MOST_KEPT = 64 * 1024 * 1024;
const MOST_READ = 8 * 1024 * 1024;

export interface KeptOutput {
  /** Beginning and end, without colours. */
  readonly output: string;
  /** Of all that was printed. */
  readonly bytes: number;
  readonly truncated: boolean;
  /** Relative to PROJECT_ROOT: all of it; null: `output` holds it, or it could not be kept. */
  readonly file: string | null;
  /** As much as paths are looked for in. */
  readonly long: string;
}

export interface OutputKeeper {
  take(chunk: Buffer): void;
  end(): KeptOutput;
}

/** Keeps what a command prints: its two ends in memory and, once there is more than that, all of it in a file. Without a place, or where it cannot be written, the ends alone. */
export function outputKeeper(context: Pick<ToolContext, "command">, place: PlaceInside | undefined): OutputKeeper {
  let fd: number | undefined;
  let bytes = 0;
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  return {
    take(chunk) {
      const first = chunk.subarray(0, HEAD - head.length);
      const more = Buffer.concat([tail, chunk.subarray(first.length)]);
      head = Buffer.concat([head, first]);
      if (fd !== undefined && bytes < MOST_KEPT) writeAll(fd, chunk.subarray(0, MOST_KEPT - bytes));
      if (bytes <= HEAD + TAIL && bytes + chunk.length > HEAD + TAIL && place !== undefined) {
        fd = opened(context, place);
        if (fd !== undefined) writeAll(fd, Buffer.concat([head, more]));
      }
      bytes += chunk.length;
      tail = more.length > TAIL ? Buffer.from(more.subarray(-TAIL)) : more;
    },
    end() {
      const left = bytes - head.length - tail.length;
      const output = left > 0 ? `${untilLine(head)}… ${left} bytes left out …\n${fromLine(tail)}` : Buffer.concat([head, tail]).toString();
      const long = fd === undefined ? output : readBack(fd);
      if (fd !== undefined) closeSync(fd);
      return {
        output: plain(output),
        bytes,
        truncated: left > 0,
        file: fd === undefined ? null : (place?.path ?? null),
        long: plain(long),
      };
    },
  };
}

function opened(context: Pick<ToolContext, "command">, place: PlaceInside): number | undefined {
  const { O_RDWR, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  try {
    return withFolder(context, place, dirname(place.real), ({ path }) => {
      // Nobody commits it by `git add .`.
      if (!existsSync(join(path, ".gitignore"))) writeFileSync(join(path, ".gitignore"), "*\n", { flag: "wx" });
      return openSync(join(path, basename(place.real)), O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
    });
  } catch {
    // The ends are kept in any case; `file: null` tells it.
    return undefined;
  }
}

function writeAll(fd: number, chunk: Buffer): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at);
}

function readBack(fd: number): string {
  const buffer = Buffer.alloc(MOST_READ);
  return buffer.toString("utf8", 0, readSync(fd, buffer, 0, MOST_READ, 0));
}

function untilLine(head: Buffer): string {
  const end = head.lastIndexOf(0x0a);
  return head.toString("utf8", 0, end < 0 ? head.length : end + 1);
}

function fromLine(tail: Buffer): string {
  const start = tail.indexOf(0x0a);
  return tail.toString("utf8", start < 0 || start > TAIL / 2 ? 0 : start + 1);
}

/** Without the sequences that colour and move, and with \n alone. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
  return text.replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g, "").replace(/\r\n?/g, "\n");
}
