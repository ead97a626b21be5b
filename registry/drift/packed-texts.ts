const BLOCK_BYTES = 64 * 1024;

/** Many short texts, to be gone through again in their order. */
export interface PackedTexts extends Iterable<string> {
  add(text: string): void;
}

/**
 * Keeps them as bytes. As strings they would be moved twice by the collector of young objects, which takes that for a sign
 * to double its room: 8 MiB more for a few thousand texts.
 */
export function packedTexts(): PackedTexts {
  const blocks: { bytes: Buffer; ends: number[] }[] = [];
  let filled = BLOCK_BYTES;
  return {
    add: (text) => {
      const length = Buffer.byteLength(text);
      let block = blocks.at(-1);
      if (block === undefined || filled + length > block.bytes.length) {
        block = { bytes: Buffer.allocUnsafeSlow(Math.max(length, BLOCK_BYTES)), ends: [] };
        blocks.push(block);
        filled = 0;
      }
      filled += block.bytes.write(text, filled);
      block.ends.push(filled);
    },
    *[Symbol.iterator]() {
      for (const { bytes, ends } of blocks) {
        let from = 0;
        for (const end of ends) {
          yield bytes.toString("utf8", from, end);
          from = end;
        }
      }
    },
  };
}
