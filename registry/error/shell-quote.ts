/** One word for a POSIX shell: unchanged where that is safe, else in single quotes. */
export function shellQuote(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line that a shell reads back as these words. */
export function commandLine(words: readonly string[]): string {
  return words.map(shellQuote).join(" ");
}
