import type { HeaderResult, HeaderText } from "./tool-meta.ts";

/** Where a header stands, for its problems: `stem` is the file's name without extension, `shown` the path to print. */
export interface HeaderPlace {
  shown: string;
  stem: string;
}

export function parseHeader(header: HeaderText, where: HeaderPlace): HeaderResult {
  return { ok: false, problems: [{ code: "unread", file: where.shown, line: header.line, message: "not read yet", fix: "" }] };
}
