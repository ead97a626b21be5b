/** The variables that a shell script insists on: in every call, or in a branch of it only. */
export interface Guards {
  always: readonly string[];
  branch: readonly string[];
}

const GUARD = /\$\{([A-Za-z_][A-Za-z0-9_]*):?\?/g;
/** `: "${NAME:?…}"` where a command can begin; what precedes it tells whether it always runs. */
const COMMAND = /^((?:.*?(?:[;&|({)]|\bthen|\bdo|\belse)\s*)?):\s+["']?\$\{[A-Za-z_]\w*:?\?/;
const BRANCH = /^(?:if|elif|else|case|for|while|until|select)\b|^[^\s(]+\)|(?:&&|\|\|)\s*[{(]$/;

/**
 * Guards of the form `: "${NAME:?message}"` in a shell script (contract 4.3),
 * outside comments and here-documents. Read as text: nothing is run. A guard
 * behind `&&`, in an `if`, a loop or a `case` is a branch's; the indentation
 * tells what stands inside what.
 */
export function findGuards(source: string): Guards {
  const always = new Set<string>();
  const branch = new Set<string>();
  const enclosing: { indent: number; branch: boolean }[] = [];
  for (const line of codeLines(source)) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    const indent = line.length - line.trimStart().length;
    while (enclosing.length > 0 && (enclosing[enclosing.length - 1]?.indent ?? 0) >= indent) enclosing.pop();
    const command = text.match(COMMAND);
    if (command) {
      const before = command[1] as string;
      const inBranch =
        enclosing.some((block) => block.branch) || BRANCH.test(before) || /(?:&&|\|\||\bthen|\bdo|\belse)\s*[{(]?\s*$/.test(before);
      for (const [, name] of text.slice(before.length).matchAll(GUARD)) (inBranch ? branch : always).add(name as string);
    }
    enclosing.push({ indent, branch: BRANCH.test(text) });
  }
  return { always: [...always].sort(), branch: [...branch].filter((name) => !always.has(name)).sort() };
}

/** The lines that the shell reads as code: those of here-documents are left out. */
function* codeLines(source: string): Generator<string> {
  const waiting: { word: string; tabs: boolean }[] = [];
  for (const line of source.split("\n")) {
    const here = waiting[0];
    if (here) {
      if ((here.tabs ? line.replace(/^\t+/, "") : line) === here.word) waiting.shift();
      continue;
    }
    yield line;
    if (/^\s*#/.test(line)) continue;
    for (const match of line.matchAll(/(?<![<\w])<<(-?)\s*(?:'([^']+)'|"([^"]+)"|\\?([A-Za-z_][\w-]*))/g)) {
      waiting.push({ word: match[2] ?? match[3] ?? (match[4] as string), tabs: match[1] === "-" });
    }
  }
}
