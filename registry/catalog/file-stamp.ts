import type { Stats } from "node:fs";

type Times = Pick<Stats, "size" | "mtimeMs" | "ctimeMs">;

/** The clock of a file system stands still for some milliseconds: a file so young can change once more without its times. */
const YOUNG_MS = 50;

/** Differs as soon as a file does: size, and times in microseconds. A restored modification time does not hide from it. */
export function fileStamp({ size, mtimeMs, ctimeMs }: Times): string {
  return `${size} ${Math.round(mtimeMs * 1000)} ${Math.round(ctimeMs * 1000)}`;
}

/** Whether the stamp of a file cannot yet be believed. */
export function isYoung({ ctimeMs }: Times, now: number): boolean {
  return ctimeMs > now - YOUNG_MS;
}
