import type { SearchIndex } from "./index-cards.ts";

/** What of an index may be seen. */
export interface Admitted {
  /** 1 for each document that may. */
  readonly mask: Uint8Array;
  readonly count: number;
}

const masks = new WeakMap<SearchIndex, { readonly admits: (id: string) => boolean; readonly admitted: Admitted }>();

/** Asked once for every id, and kept while the same gate asks again. */
export function admittedBy(index: SearchIndex, admits: (id: string) => boolean): Admitted {
  const known = masks.get(index);
  if (known?.admits === admits) return known.admitted;
  const mask = Uint8Array.from(index.ids, (id) => (admits(id) ? 1 : 0));
  let count = 0;
  for (const one of mask) count += one;
  const admitted = { mask, count };
  masks.set(index, { admits, admitted });
  return admitted;
}

/** In how many of the documents that may be seen a term stands. */
export function heldBy({ starts, docs }: SearchIndex, row: number, { mask }: Admitted): number {
  let held = 0;
  for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) held += mask[docs[at] as number] as number;
  return held;
}
