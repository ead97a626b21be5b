/** How a text file separates its lines; `none`: it has one line or none. */
export type LineEnding = "lf" | "crlf" | "mixed" | "none";

/** A file's text and what of its form an edit has to keep. */
export interface TextForm {
  /** Without the byte order mark; line endings as they are. */
  readonly text: string;
  readonly bom: boolean;
  readonly line_ending: LineEnding;
}

const BOM = [0xef, 0xbb, 0xbf];

/** The text that bytes are in UTF-8; else, in words, what they are instead. */
export function textForm(bytes: Uint8Array): TextForm | string {
  const other = notText(bytes);
  if (other !== undefined) return other;
  const bom = hasBom(bytes);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bom ? bytes.subarray(3) : bytes);
    return { text, bom, line_ending: lineEnding(text) };
  } catch {
    return NOT_UTF8;
  }
}

export const NOT_UTF8 = "text in another encoding than UTF-8";

/** What a file that begins so is instead of text; undefined: nothing speaks against text. */
export function notText(head: Uint8Array): string | undefined {
  const [a, b] = head;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return "text in UTF-16";
  // As git and grep tell it: text has no NUL.
  return head.subarray(0, 8192).includes(0) ? "binary" : undefined;
}

export function hasBom(bytes: Uint8Array): boolean {
  return BOM.every((byte, at) => bytes[at] === byte);
}

/** The bytes of a text in the form of the file that it came from. */
export function bytesOf(text: string, { bom }: Pick<TextForm, "bom">): Buffer {
  return Buffer.from(bom ? `\uFEFF${text}` : text, "utf8");
}

export function lineEnding(text: string): LineEnding {
  const all = count(text, "\n");
  if (all === 0) return "none";
  const crlf = count(text, "\r\n");
  return crlf === 0 ? "lf" : crlf === all ? "crlf" : "mixed";
}

/** The newline that most lines of a text end with. */
export function newlineOf(text: string): "\n" | "\r\n" {
  return count(text, "\r\n") * 2 > count(text, "\n") ? "\r\n" : "\n";
}

function count(text: string, wanted: string): number {
  let found = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found += 1;
  return found;
}
