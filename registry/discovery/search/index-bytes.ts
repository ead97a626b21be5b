import { createHash } from "node:crypto";
import { endianness } from "node:os";
import type { CapabilityKind } from "../../catalog/descriptor.ts";
import { packageVersion } from "../../project/package-root.ts";
import { FIELDS } from "./fields.ts";
import type { SearchIndex } from "./index-cards.ts";

/** Raised with the form of the bytes, and whenever words are split or weighed in another way. */
const FORMAT = "nichekit search index 1";
/** Hex digest and line end. */
const SEAL = 65;

interface Head {
  readonly writer: string;
  readonly catalog: string;
  readonly ids: readonly string[];
  readonly kinds: readonly CapabilityKind[];
  readonly vocabulary: readonly string[];
  readonly postings: number;
}

/** An index as bytes. `catalog`: the digest of the catalog that it was built from. */
export function encodeIndex(index: SearchIndex, catalog: string): Buffer {
  const { ids, kinds, vocabulary, starts, docs, strengths, fields } = index;
  const head: Head = { writer: writer(), catalog, ids, kinds, vocabulary, postings: docs.length };
  const arrays = [starts, docs, strengths, fields].map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength));
  const sealed = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...arrays]);
  return Buffer.concat([Buffer.from(`${sha256(sealed)}\n`), sealed]);
}

/** The index in bytes; undefined for whatever is not exactly what this version wrote for this catalog. */
export function decodeIndex(bytes: Buffer, catalog: string): SearchIndex | undefined {
  const sealed = bytes.subarray(SEAL);
  if (bytes.toString("latin1", 0, SEAL) !== `${sha256(sealed)}\n`) return undefined;
  const end = sealed.indexOf(0x0a) + 1;
  const head = JSON.parse(sealed.toString("utf8", 0, end)) as Head;
  if (head.writer !== writer() || head.catalog !== catalog) return undefined;
  const { ids, kinds, vocabulary, postings } = head;
  // Typed arrays need an aligned start, which a place in a file is not; one copy serves all.
  const numbers = Uint8Array.from(sealed.subarray(end)).buffer;
  const docsAt = (vocabulary.length + 1) * 4;
  return {
    ids,
    kinds,
    vocabulary,
    starts: new Uint32Array(numbers, 0, vocabulary.length + 1),
    docs: new Uint32Array(numbers, docsAt, postings),
    strengths: new Float32Array(numbers, docsAt + postings * 4, postings),
    fields: new Uint8Array(numbers, docsAt + postings * 8, postings),
  };
}

function writer(): string {
  return [FORMAT, packageVersion(), endianness(), JSON.stringify(FIELDS)].join(" ");
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
