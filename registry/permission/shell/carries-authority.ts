import type { Authority } from "./authority.ts";
import { DEVELOPMENT_AUTHORITY } from "./authority-development.ts";
import { SYSTEM_AUTHORITY } from "./authority-system.ts";
import { baseName } from "./runners.ts";

/**
 * "Arguments that carry authority": a rule with a `*` does not cover a call that has one of them, unless the rule itself
 * names it. A key of two words is of that subcommand. The table cannot be whole; it holds what is known of programs that
 * such rules are often written for.
 */
export const AUTHORITY: Readonly<Record<string, Authority>> = { ...DEVELOPMENT_AUTHORITY, ...SYSTEM_AUTHORITY };

/** Names under which the same program goes. */
export const SAME_PROGRAM: Readonly<Record<string, string>> = {
  python2: "python",
  python3: "python",
  gawk: "awk",
  mawk: "awk",
  nawk: "awk",
  gsed: "sed",
  gtar: "tar",
  bsdtar: "tar",
  fdfind: "fd",
  pip3: "pip",
  gmake: "make",
  podman: "docker",
  nodejs: "node",
  vi: "vim",
  nvim: "vim",
  cc: "gcc",
  "g++": "gcc",
  clang: "gcc",
  "clang++": "gcc",
  bunx: "npx",
  pnpx: "npx",
  tofu: "terraform",
};

/** The first argument that carries authority and that `named`, a rule's text, does not name. */
export function carriesAuthority(words: readonly string[], named = ""): string | undefined {
  const [given = "", ...args] = words;
  const name = baseName(given);
  const program = SAME_PROGRAM[name] ?? name.replace(/^(python|perl|ruby|php)[\d.]+$/, "$1");
  const spelled = new Set(named.split(/\s+/).flatMap((word) => [word, nameOf(word), word.replace(/:?\*$/, "")]));
  for (const key of new Set([program, ...args.filter((word) => !word.startsWith("-")).map((word) => `${program} ${word}`)])) {
    const table = Object.hasOwn(AUTHORITY, key) ? AUTHORITY[key] : undefined;
    const found = table && args.find((word, at) => isOf(table, args, at) && !spelled.has(nameOf(word)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isOf(table: Authority, args: readonly string[], at: number): boolean {
  const { options = "", letters = "", first = "", words = "", other } = table;
  const word = args[at] as string;
  if (other?.test(word)) return true;
  // A word behind an option may be its value: then the subcommand is still to come.
  const early = args.slice(0, at).every((before, place) => before.startsWith("-") || args[place - 1]?.startsWith("-"));
  if (!word.startsWith("-")) return early && words.split(/\s+/).includes(word);
  const name = nameOf(word);
  // Most programs take a long option cut short.
  const cut = name.startsWith("--") && name.length > 2;
  if (options.split(/\s+/).some((option) => option !== "" && (option === name || (cut && option.startsWith(name))))) return true;
  return word[1] !== "-" && [...word.slice(1)].some((letter) => letters.includes(letter) || (early && first.includes(letter)));
}

/** An option without its value. */
function nameOf(word: string): string {
  return word.startsWith("-") ? word.replace(/=.*$/s, "") : word;
}
