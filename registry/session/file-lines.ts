import { closeSync, fstatSync, openSync, readSync } from "node:fs";

export interface FileLine {
  /** 1-based. */
  readonly number: number;
  /** Without its newline. */
  readonly text: string;
  /** False: the file ends before a newline came. */
  readonly ended: boolean;
}

const CHUNK = 64 * 1024;

/** The lines of a file, one at a time. It is open only while a piece of it is read, so that thousands can be read side by side. */
export function* fileLines(file: string, chunk = CHUNK): Generator<FileLine> {
  let pieces: Buffer[] = [];
  let number = 0;
  let position = 0;
  for (let more = true; more; ) {
    const { piece, last } = pieceAt(file, position, chunk);
    more = !last;
    position += piece.length;
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      pieces.push(piece.subarray(from, end));
      yield { number: ++number, text: Buffer.concat(pieces).toString(), ended: true };
      pieces = [];
      from = end + 1;
    }
    if (from < piece.length) pieces.push(piece.subarray(from));
  }
  if (pieces.length > 0) yield { number: number + 1, text: Buffer.concat(pieces).toString(), ended: false };
}

/** No larger than what is there: most files of a session are short. */
function pieceAt(file: string, position: number, size: number): { piece: Buffer; last: boolean } {
  const fd = openSync(file, "r");
  try {
    const left = Math.max(0, fstatSync(fd).size - position);
    const buffer = Buffer.allocUnsafe(Math.min(size, left));
    const piece = buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, position));
    // A file that was cut meanwhile gives nothing more.
    return { piece, last: piece.length === left || piece.length === 0 };
  } finally {
    closeSync(fd);
  }
}
