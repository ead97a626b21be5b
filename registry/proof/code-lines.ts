/** What kind of text a tool is, as far as the static rules tell languages apart. */
export type Language = "module" | "node" | "shell" | "python" | "other";

export function languageOf(file: string, shebang: string | undefined): Language {
  const program = shebang ?? "";
  if (/\b(?:ba|z|k|da)?sh\b/.test(program) || (program === "" && /\.(?:ba|z|k)?sh$/.test(file))) return "shell";
  if (/\bpython/.test(program) || (program === "" && /\.py$/.test(file))) return "python";
  if (/\.[mc]?[jt]s$/.test(file)) return program === "" ? "module" : "node";
  return "other";
}

/**
 * The code of a source as lines, with comments blanked so that lines keep their numbers. Strings stay. It is a reading by
 * eye, not a parser: a comment mark within a regular expression may hide the rest of its line, which hides a finding and invents none.
 */
export function codeLines(source: string, language: Language): string[] {
  const text = source.replaceAll("\r\n", "\n");
  if (language === "module" || language === "node") return withoutBlocks(text).split("\n");
  if (language === "shell" || language === "other") return text.split("\n").map((line) => line.replace(/(^|\s)#.*$/, "$1"));
  return text
    .replace(/^([ \t]*)("""|''')[\s\S]*?\2/gm, blank)
    .split("\n")
    .map((line) => line.replace(/^\s*#.*$/, ""));
}

/** Strings first, so that `"/*"` and `"https://…"` open no comment. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|(?<![:\\/])\/\/[^\n]*/g;

function withoutBlocks(text: string): string {
  return text.replace(TOKEN, (token) => (token.startsWith("/") ? blank(token) : token));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
