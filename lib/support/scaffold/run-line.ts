import { statSync } from "node:fs";
import { join } from "node:path";
import { networkWrite } from "./network-write.ts";

/** A command line of the project's own, as a tool will run it. */
export interface RunLine {
  /** As it was given, line by line. */
  text: string;
  /** On one line, for summary and side effect. */
  shown: string;
  /** What must be there to start it: `command npm`, `package.json exists`. */
  needs: readonly string[];
  /**
   * How a call's own words reach it: `append`: they are put behind it; `own`: it names them itself (`"$@"`, `$1`);
   * `none`: it is no single command, so it takes none.
   */
  words: "append" | "own" | "none";
  /** It is one program, which can take the shell's place. */
  exec: boolean;
  /** Effects beyond the process: `network write github.com`, where what it runs is known to send something out. */
  effects: readonly string[];
  /** The author says that a second run changes nothing more. */
  idempotent: boolean;
}

/**
 * Reads a command line without changing a character of it. Bash runs it later as it stands; here is only told what of it can be
 * told: which program it starts, which files it needs, whether words can be put behind it.
 */
export function runLine(given: string, root: string, idempotent: boolean): RunLine {
  const text = given.replace(/\r\n?/g, "\n").trim();
  const bare = withoutQuotes(text);
  const words = text.split(/\s+/);
  const start = words.findIndex((word) => !/^[A-Za-z_]\w*\+?=/.test(word) && word !== "!" && word !== "time");
  const [first = "", ...rest] = start < 0 ? [] : words.slice(start);
  const single = !/[|&;<>()`\n]|(^|\s)#|\\$/.test(bare) && !OPENING.has(first);
  const own = /(?<!\\)\$(?:[@*1-9]|\{[@*1-9])/.test(text.replace(/'[^']*'/g, "_"));
  const isProgram = first !== "" && !BUILT_IN.has(first) && !OPENING.has(first);
  const isFile = (word: string) => /^[\w./-]+$/.test(word) && statSync(join(root, word), { throwIfNoEntry: false })?.isFile() === true;
  const sourced = first === "." || first === "source";
  const script = isProgram && isFile(first) ? first : isProgram || sourced ? rest.find((word) => !word.startsWith("-")) : undefined;
  const needs = [
    ...(isProgram && /^[\w.+-]+$/.test(first) && !isFile(first) ? [`command ${first}`] : []),
    ...(isProgram && /^(npm|pnpm|yarn|npx)$/.test(first) ? ["package.json exists"] : []),
    ...(script !== undefined && isFile(script) ? [`${script.replace(/^\.\//, "")} exists`] : []),
  ];
  return {
    text,
    shown: shown(text),
    needs,
    words: own ? "own" : single && (isProgram || TAKES_WORDS.has(first)) ? "append" : "none",
    exec: single && isProgram && start === 0,
    effects: networkWrite(text, root),
    idempotent,
  };
}

/** Quoted text says nothing about how a line is built. */
function withoutQuotes(text: string): string {
  return text.replace(/\\[^\n]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g, "_");
}

/** What a phrase of a header can hold. */
const LONGEST_SHOWN = 200;

function shown(text: string): string {
  const line = text.replace(/\s*\n\s*/g, "; ").replace(/\s+/g, " ");
  return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line;
}

/** Words that begin something which ends in a word of its own: nothing can be put behind it. */
const OPENING: ReadonlySet<string> = new Set("if for while until case select function coproc then do else elif { [[ [ ((".split(" "));

/** Words that Bash runs itself: no program is needed for them, and none can take the shell's place. */
const BUILT_IN: ReadonlySet<string> = new Set([
  ...". : alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit export false fc fg".split(
    " ",
  ),
  ...["getopts", "hash", "help", "history", "jobs", "kill", "let", "local", "logout", "mapfile", "popd", "printf", "pushd", "pwd", "read"],
  ...["readarray", "readonly", "return", "set", "shift", "shopt", "source", "suspend", "test", "times", "trap", "true", "type", "typeset"],
  ...["ulimit", "umask", "unalias", "unset", "wait"],
]);

/** Of these, the ones to which a call's own words mean something. */
const TAKES_WORDS: ReadonlySet<string> = new Set(["builtin", "command", "echo", "eval", "exec", "printf"]);
