const LETTERS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v", e: "\x1b", E: "\x1b" };

/** What stands in `$'…'`, its escapes replaced as Bash does. */
export function ansiText(inner: string): string {
  return inner.replace(
    /\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|c([\s\S])|([\s\S]))/g,
    (_, octal?: string, hex?: string, short?: string, long?: string, control?: string, letter?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      const point = hex ?? short ?? long;
      if (point !== undefined) return Number.parseInt(point, 16) > 0x10ffff ? "" : String.fromCodePoint(Number.parseInt(point, 16));
      if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 0x1f);
      return LETTERS[letter as string] ?? (/[\\'"?]/.test(letter as string) ? (letter as string) : `\\${letter}`);
    },
  );
}
