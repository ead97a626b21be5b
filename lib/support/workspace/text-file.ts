import { createHash } from "node:crypto";
import { readFileSync, type Stats } from "node:fs";
import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { withOpenFile } from "./open-inside.ts";
import type { PlaceInside } from "./place-inside.ts";
import { type TextForm, textForm } from "./text-form.ts";

/** Bytes of a file that is edited. */
const MOST_BYTES = 16 * 1024 * 1024;

export interface WholeFile {
  readonly stat: Stats;
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** @throws ToolError `file_too_large`, what `withOpenFile` throws; ENOENT as it comes */
export function readWhole(context: Pick<ToolContext, "command">, place: PlaceInside): WholeFile {
  return withOpenFile(context, place, ({ fd, stat }) => {
    if (stat.size > MOST_BYTES) throw fault("file_too_large", { path: place.given, size: stat.size, limit: MOST_BYTES });
    const bytes = readFileSync(fd);
    return { stat, bytes, sha256: digestOfBytes(bytes) };
  });
}

/** @throws ToolError `file_not_text` */
export function textOf(place: PlaceInside, { bytes }: WholeFile): TextForm {
  const form = textForm(bytes);
  if (typeof form === "string") throw fault("file_not_text", { path: place.given, what: form });
  return form;
}

export function digestOfBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** @throws ToolError `file_changed` */
export function checkExpected(
  context: Pick<ToolContext, "command">,
  place: PlaceInside,
  expect: string | undefined,
  sha256: string | null,
): void {
  if (expect === undefined || expect.toLowerCase() === sha256) return;
  throw fault(
    "file_changed",
    { path: place.given, actual: sha256 ?? "that of no file: it is not there", command: context.command() },
    { detail: { expected: expect, actual: sha256 } },
  );
}
