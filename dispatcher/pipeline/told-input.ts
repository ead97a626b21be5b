/** Characters of one text of an input that is shown whole; of a longer one its beginning and end are. */
const LONGEST_TEXT = 200;
/** Characters of the whole. */
const LONGEST = 2000;

/**
 * A call's input as one line for the person who is asked about it. Long texts
 * are shortened one by one, so that none hides another, and no character of
 * theirs can move the cursor, hide or turn what stands around it.
 */
export function toldInput(input: unknown): string {
  const text = JSON.stringify(input, (_, value: unknown) => (typeof value === "string" ? shortened(value) : value)) ?? "";
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (letter) => `\\u{${(letter.codePointAt(0) as number).toString(16)}}`);
  return cut(visible, LONGEST, LONGEST);
}

function shortened(text: string): string {
  return cut(text, LONGEST_TEXT, LONGEST_TEXT / 2);
}

/** A text of up to `longest` characters whole, a longer one by its first and last `kept`. */
function cut(text: string, longest: number, kept: number): string {
  if (text.length <= longest) return text;
  const end = kept < longest ? text.slice(-kept / 2) : "";
  return `${text.slice(0, kept)} … ${text.length - kept - end.length} more characters … ${end}`.trim();
}
