import { typeName } from "./frontmatter.ts";

/** `unclosed`: a grant whose bracket never closes; it stands as it is and so allows nothing more. */
export type AllowedTools =
  | { readonly ok: true; readonly tools: readonly string[]; readonly unclosed?: string }
  | { readonly ok: false; readonly type: string };

/**
 * The grants of `allowed-tools`, one each, whichever way they are spelt: a
 * string with spaces or commas, in square brackets or not, over several lines,
 * a YAML list; blanks and commas inside round brackets belong to the grant.
 *
 * @param value what YAML made of it
 * @param source the frontmatter as it stands
 */
export function allowedTools(value: unknown, source: string): AllowedTools {
  if (value === undefined) return { ok: true, tools: [] };
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const texts: string[] = [];
  for (const item of items) {
    if (typeof item !== "string") return { ok: false, type: Array.isArray(value) ? `a list with ${typeName(item)} in it` : typeName(item) };
    texts.push(item);
  }
  const tools: string[] = [];
  let unclosed: string | undefined;
  for (const text of rejoined(texts, source)) {
    const split = splitGrants(text);
    tools.push(...split.grants);
    unclosed ??= split.unclosed;
  }
  return { ok: true, tools: [...new Set(tools)], ...(unclosed === undefined ? {} : { unclosed }) };
}

/** `[Bash(git add, git commit), Read]` is three items to YAML: those that only together close their brackets are one. */
function rejoined(items: readonly string[], source: string): string[] {
  const whole: string[] = [];
  for (const item of items) {
    const before = whole.at(-1);
    if (before === undefined || depthOf(before) <= 0) {
      whole.push(item);
      continue;
    }
    const glue = source.includes(`${before},${item}`) ? "," : ", ";
    whole[whole.length - 1] = before + glue + item;
  }
  return whole;
}

function depthOf(text: string): number {
  let depth = 0;
  for (const char of text) depth += char === "(" ? 1 : char === ")" ? -1 : 0;
  return depth;
}

function splitGrants(text: string): { grants: string[]; unclosed?: string } {
  const bare = text.trim().replace(/^\[([\s\S]*)\]$/, "$1");
  const grants: string[] = [];
  let grant = "";
  let depth = 0;
  const end = () => {
    const word = unquoted(grant.trim());
    // `Bash (git:*)`: what stands in brackets alone narrows the word before it.
    const last = grants.at(-1);
    if (word.startsWith("(") && last !== undefined && !last.endsWith(")")) grants[grants.length - 1] = last + word;
    else if (word !== "" && word !== "-") grants.push(word);
    grant = "";
  };
  for (const char of bare) {
    if (char === "(") depth += 1;
    if (char === ")") depth = Math.max(0, depth - 1);
    if (depth === 0 && /[\s,]/.test(char)) end();
    else grant += char;
  }
  const rest = grant.trim();
  end();
  return depth > 0 ? { grants, unclosed: rest } : { grants };
}

function unquoted(word: string): string {
  return word.replace(/^(["'])(.*)\1$/s, "$2");
}
