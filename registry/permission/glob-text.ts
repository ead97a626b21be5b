import { UNKNOWN } from "./shell/shell-line.ts";

/** Whether a text is what a pattern says, `*` standing for anything, also for nothing. Takes no longer than their lengths multiplied. */
export function globMatches(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let from = 0;
  let in_ = 0;
  while (in_ < text.length) {
    if (pattern[at] === "*") {
      star = at++;
      from = in_;
    } else if (at < pattern.length && pattern[at] === text[in_]) {
      at++;
      in_++;
    } else if (star < 0) return false;
    else {
      at = star + 1;
      in_ = ++from;
    }
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}

/** Whether the text could be what the pattern says, with the right values in the place of what is not known of it. */
export function globCouldMatch(pattern: string, text: string): boolean {
  if (!text.includes(UNKNOWN)) return globMatches(pattern, text);
  // Which places of the pattern may be reached with the text read so far.
  let reached = closure(pattern, [true]);
  for (const letter of text) {
    if (letter === UNKNOWN) {
      const first = reached.indexOf(true);
      if (first < 0) return false;
      reached = reached.map((_, at) => at >= first);
      continue;
    }
    const next = new Array<boolean>(pattern.length + 1).fill(false);
    for (let at = 0; at < pattern.length; at++) {
      if (!reached[at]) continue;
      if (pattern[at] === "*") next[at] = true;
      else if (pattern[at] === letter) next[at + 1] = true;
    }
    reached = closure(pattern, next);
  }
  return reached[pattern.length] === true;
}

/** A `*` may also stand for nothing. */
function closure(pattern: string, places: readonly boolean[]): boolean[] {
  const reached = Array.from({ length: pattern.length + 1 }, (_, at) => places[at] === true);
  for (let at = 0; at < pattern.length; at++) if (reached[at] && pattern[at] === "*") reached[at + 1] = true;
  return reached;
}
