import type { Readable } from "node:stream";
import { now } from "../clock.ts";

export interface KeptOutput {
  /** What was kept, undecoded: characters may lie across chunks. */
  bytes(): Buffer;
  /** When the last chunk came, by `now()`; 0: none came. */
  last(): number;
}

/** Keeps a stream whole up to `limit` bytes. `overflowed` is aborted when more comes; that is dropped. */
export function keepAll(stream: Readable | null, limit: number): KeptOutput & { readonly overflowed: AbortSignal } {
  const chunks: Buffer[] = [];
  const overflow = new AbortController();
  let size = 0;
  let last = 0;
  stream?.on("data", (chunk: Buffer) => {
    last = now();
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else overflow.abort();
  });
  stream?.on("error", () => {});
  return { bytes: () => Buffer.concat(chunks), last: () => last, overflowed: overflow.signal };
}

/** Keeps the last `limit` bytes of a stream and passes all of them on as they come. */
export function keepLast(stream: Readable | null, limit: number, pass: (chunk: Uint8Array) => void): KeptOutput {
  let chunks: Buffer[] = [];
  let size = 0;
  let last = 0;
  const trim = () => {
    const whole = Buffer.concat(chunks);
    const kept = whole.subarray(Math.max(0, whole.length - limit));
    // A cut inside a character would decode to a replacement mark.
    const start = kept.length < whole.length ? kept.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0;
    return kept.subarray(Math.max(0, start));
  };
  stream?.on("data", (chunk: Buffer) => {
    last = now();
    pass(chunk);
    chunks.push(chunk);
    size += chunk.length;
    if (size > 4 * limit) {
      chunks = [Buffer.from(trim())];
      size = chunks[0]?.length ?? 0;
    }
  });
  stream?.on("error", () => {});
  return { bytes: trim, last: () => last };
}
