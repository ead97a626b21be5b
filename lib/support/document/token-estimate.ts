/**
 * Tokens of a text, estimated as UTF-8 bytes / 4: against o200k within -4 to +15 % on English prose, -33 to +5 % on code, -1 to +5 % on
 * Japanese. Counting exactly would load a tokenizer of 60 MB at every call.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, "utf8") / 4);
}

/** The longest beginning of a text that is estimated at `tokens` or less, cut at a line's end where one is near. */
export function cutToTokens(text: string, tokens: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= tokens * 4) return text;
  let end = Math.max(0, tokens * 4);
  // Not inside a character: continuation bytes are 10xxxxxx.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  const cut = bytes.subarray(0, end).toString("utf8");
  const line = cut.lastIndexOf("\n");
  return line > cut.length * 0.6 ? cut.slice(0, line) : cut;
}
