/** One step of a pattern's path: `*.ts`, `{a,b}`, `[ab]?`, `**`. Special letters of a variable's value stand behind `\`. */
export interface Pattern {
  readonly pattern: string;
}

export type Segment = string | Pattern;

export function isAnyDepth(segment: Segment | undefined): boolean {
  return typeof segment === "object" && segment.pattern === "**";
}

/** What of a word is a pattern. */
export const GLOB = /[*?[{]/;

export function escapeGlob(value: string): string {
  return value.replace(/[*?[\]{}\\]/g, "\\$&");
}

/** A letter, one letter of any kind, or any letters. */
type Token = { readonly letter: string } | "one" | "any";

/** Whether some name is matched by both. A class such as `[ab]` counts as any letter: rather a clash too many than one too few. */
export function segmentsMeet(a: Segment, b: Segment): boolean {
  if (typeof a === "string" && typeof b === "string") return a === b;
  return spellings(a).some((one) => spellings(b).some((other) => meet(tokens(one), tokens(other))));
}

function spellings(segment: Segment): readonly (string | Pattern)[] {
  return typeof segment === "string" ? [segment] : braces(segment.pattern).map((pattern) => ({ pattern }));
}

/** `a{b,c}` is `ab` and `ac`. Beyond 64 spellings, anything. */
function braces(pattern: string): readonly string[] {
  const [all, before = "", inner = "", after = ""] = /^((?:[^\\{]|\\.)*)\{([^{}]*)\}(.*)$/s.exec(pattern) ?? [];
  if (all === undefined) return [pattern];
  const rest = braces(after);
  const spelled = inner.split(",").flatMap((part) => rest.map((end) => before + part + end));
  return spelled.length > 64 ? ["*"] : spelled;
}

function tokens(spelling: string | Pattern): readonly Token[] {
  if (typeof spelling === "string") return [...spelling].map((letter) => ({ letter }));
  const parts = spelling.pattern.match(/\\.|\*+|\?|\[[^\]]+\]|./gsu) ?? [];
  return parts.map((part): Token => {
    if (part.startsWith("*")) return "any";
    if (part === "?" || (part.startsWith("[") && part.length > 2)) return "one";
    return { letter: part.startsWith("\\") ? part.slice(1) : part };
  });
}

/** By a table of what is left of both, so that no pattern takes long. */
function meet(a: readonly Token[], b: readonly Token[]): boolean {
  let below: boolean[] = [];
  for (let i = a.length; i >= 0; i--) {
    const row: boolean[] = new Array(b.length + 1).fill(false);
    for (let j = b.length; j >= 0; j--) {
      const one = a[i];
      const other = b[j];
      if (one === undefined && other === undefined) row[j] = true;
      else if (one === "any" || other === "any") {
        const without = one === "any" ? below[j] === true : row[j + 1] === true;
        const more = one === "any" ? row[j + 1] === true : below[j] === true;
        row[j] = without || more;
      } else if (one !== undefined && other !== undefined) {
        row[j] = (one === "one" || other === "one" || one.letter === other.letter) && below[j + 1] === true;
      }
    }
    below = row;
  }
  return below[0] === true;
}
