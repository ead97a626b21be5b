/** The words of a line as a POSIX shell splits it, or why it cannot be split. */
export type ShellWords = { ok: true; words: readonly string[] } | { ok: false; reason: string };

/** What a shell would do more with than split: a plan's step is one call, not a script. */
const OPERATOR = /^(?:[;&|<>()`]|\$[({\w])/;

/** Nothing in it that a shell reads as anything but letters and space. */
const PLAIN = /^[\w\s=.,:@%+/-]*$/;

/**
 * Splits a line into words: quotes and `\` as in a POSIX shell, nothing expanded. An operator, a substitution or a
 * variable is refused, since taken as a letter it would make another call than the one that was meant.
 */
export function shellWords(line: string): ShellWords {
  if (PLAIN.test(line)) return { ok: true, words: line.split(/\s+/).filter((word) => word !== "") };
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] as string;
    if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (letter === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) return { ok: false, reason: "a quote (') is not closed" };
      word = (word ?? "") + line.slice(at + 1, end);
      at = end;
    } else if (letter === '"') {
      const quoted = doubleQuoted(line, at + 1);
      if (quoted === undefined) return { ok: false, reason: 'a quote (") is not closed' };
      if (quoted.operator !== undefined) return { ok: false, reason: `${quoted.operator} is the shell's to expand` };
      word = (word ?? "") + quoted.text;
      at = quoted.end;
    } else if (letter === "\\") {
      if (at + 1 === line.length) return { ok: false, reason: "it ends in a \\" };
      at++;
      if (line[at] !== "\n") word = (word ?? "") + line[at];
    } else if (letter === "#" && word === undefined) {
      break;
    } else {
      const operator = OPERATOR.exec(line.slice(at, at + 2))?.[0];
      if (operator !== undefined) return { ok: false, reason: `${operator} is the shell's, and a step is one call` };
      word = (word ?? "") + letter;
    }
  }
  if (word !== undefined) words.push(word);
  return { ok: true, words };
}

function doubleQuoted(line: string, from: number): { text: string; end: number; operator: string | undefined } | undefined {
  let text = "";
  for (let at = from; at < line.length; at++) {
    const letter = line[at] as string;
    if (letter === '"') return { text, end: at, operator: undefined };
    if (letter === "\\" && /["\\$`\n]/.test(line[at + 1] ?? "")) {
      at++;
      if (line[at] !== "\n") text += line[at];
      continue;
    }
    const operator = /^(?:`|\$[({\w])/.exec(line.slice(at, at + 2))?.[0];
    if (operator !== undefined) return { text, end: at, operator };
    text += letter;
  }
  return undefined;
}
