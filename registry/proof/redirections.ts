/** Where a shell script sends output into a file. */
export interface Redirection {
  /** 1-based. */
  line: number;
  /** As it is written, without its quotes: `$PROJECT_ROOT/out`, `/tmp/x`. */
  target: string;
}

/** What is every process's, or no file at all. */
const NO_FILE = /^(?:&|\/dev\/(?:null|stdout|stderr|tty|fd\/|tcp\/|udp\/))/;

/**
 * The redirections `>`, `>>`, `>|`, `&>` of a shell script. Quotes, here-documents, `[[ a > b ]]`, `(( a > b ))` and `>(…)` are read
 * past. Targets that a variable made by `mktemp`, or in TMPDIR, names are left out: a temporary file is no change.
 * It is a reading by eye, not a parser.
 */
export function redirections(lines: readonly string[]): Redirection[] {
  const whole = scanned(lines, false);
  // A quote that never closes is one that was misread (a comment mark within quotes): then each line stands for itself.
  return whole.open ? scanned(lines, true).found : whole.found;
}

function scanned(lines: readonly string[], apart: boolean): { found: Redirection[]; open: boolean } {
  const found: Redirection[] = [];
  const temporary = temporaryNames(lines);
  const waiting: string[] = [];
  let quote = "";
  for (const [at, text] of lines.entries()) {
    const ending = waiting[0];
    if (ending !== undefined) {
      if (text.replace(/^\t+/, "") === ending) waiting.shift();
      continue;
    }
    let arithmetic = 0;
    if (apart) quote = "";
    for (let index = 0; index < text.length; index += 1) {
      const sign = text[index] as string;
      if (quote !== "") {
        if (sign === "\\" && quote === '"') index += 1;
        else if (sign === quote) quote = "";
      } else if (sign === "'" || sign === '"') quote = sign;
      else if (sign === "\\") index += 1;
      else if (text.startsWith("((", index) || text.startsWith("[[", index)) arithmetic += 1;
      else if (text.startsWith("))", index) || text.startsWith("]]", index)) arithmetic = Math.max(0, arithmetic - 1);
      else if (arithmetic > 0) continue;
      else if (text.startsWith("<<<", index)) index += 2;
      else if (text.startsWith("<<", index)) {
        const [whole, word] = /^<<-?\s*(?:\\|["'])?(\w+)["']?/.exec(text.slice(index)) ?? [];
        if (word !== undefined) waiting.push(word);
        index += (whole?.length ?? 2) - 1;
      } else if (sign === ">" && !"<-=".includes(text[index - 1] ?? " ")) {
        const operator = /^>[>|]?\s*/.exec(text.slice(index))?.[0] ?? ">";
        const word = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s;|()<>"'&]|&(?=\d|-))+/.exec(text.slice(index + operator.length))?.[0] ?? "";
        const target = word.replace(/["']/g, "");
        if (target !== "" && !NO_FILE.test(target) && !isTemporary(target, temporary)) found.push({ line: at + 1, target });
        index += operator.length + word.length - 1;
      }
    }
  }
  return { found, open: quote !== "" };
}

function temporaryNames(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((text) => [...text.matchAll(/\b(\w+)=["']?\$\(\s*mktemp\b/g)].map((match) => match[1] as string)));
}

function isTemporary(target: string, names: ReadonlySet<string>): boolean {
  if (/^\$\(\s*mktemp\b/.test(target)) return true;
  const name = /^\$\{?(\w+)/.exec(target)?.[1];
  return name !== undefined && (name === "TMPDIR" || names.has(name));
}
