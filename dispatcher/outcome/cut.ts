/**
 * Cuts data so that its JSON has at most about `max` bytes: whole elements of
 * lists are kept as far as they fit, texts are cut between characters, fields
 * come in their order. What is kept is true, only not all.
 */
export function cutData(data: unknown, max: number): unknown {
  return cut(data, max).value;
}

/** Bytes of data as JSON, UTF-8. */
export function jsonBytes(data: unknown): number {
  return Buffer.byteLength(JSON.stringify(data) ?? "null");
}

interface Kept {
  value: unknown;
  bytes: number;
  whole: boolean;
}

function cut(value: unknown, room: number): Kept {
  const bytes = jsonBytes(value);
  if (bytes <= room) return { value, bytes, whole: true };
  if (typeof value === "string") return cutText(value, room);
  if (Array.isArray(value)) return cutList(value, room);
  if (typeof value === "object" && value !== null) return cutObject(value as Record<string, unknown>, room);
  return { value: null, bytes: 4, whole: false };
}

function cutText(text: string, room: number): Kept {
  let end = Math.max(0, Math.min(text.length, room - 2));
  while (end > 0 && jsonBytes(text.slice(0, end)) > room) end -= Math.max(1, Math.ceil((jsonBytes(text.slice(0, end)) - room) / 6));
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  const value = text.slice(0, Math.max(0, end));
  return { value, bytes: jsonBytes(value), whole: false };
}

function cutList(list: readonly unknown[], room: number): Kept {
  const kept: unknown[] = [];
  let used = 2;
  for (const item of list) {
    const bytes = jsonBytes(item) + 1;
    if (used + bytes > room) break;
    kept.push(item);
    used += bytes;
  }
  const next = list[kept.length];
  if (kept.length === 0 && typeof next === "object" && next !== null) {
    const part = cut(next, room - 2);
    if (part.bytes > 2) return { value: [part.value], bytes: part.bytes + 2, whole: false };
  }
  return { value: kept, bytes: used, whole: false };
}

/** The small fields stay whole; the large ones share what is left, each as much as fits when its turn comes. */
function cutObject(object: Record<string, unknown>, room: number): Kept {
  const entries = Object.entries(object);
  const share = Math.floor((room - 2) / Math.max(1, entries.length));
  const sizes = entries.map(([key, value]) => jsonBytes(key) + 2 + jsonBytes(value));
  let left = room - 2 - sizes.filter((size) => size <= share).reduce((sum, size) => sum + size, 0);
  const kept: [string, unknown][] = [];
  entries.forEach(([key, value], at) => {
    const size = sizes[at] as number;
    if (size <= share) {
      kept.push([key, value]);
      return;
    }
    const part = cut(value, left - jsonBytes(key) - 2);
    const bytes = jsonBytes(key) + 2 + part.bytes;
    if (bytes > left) return;
    left -= bytes;
    kept.push([key, part.value]);
  });
  return { value: Object.fromEntries(kept), bytes: room - left, whole: false };
}
