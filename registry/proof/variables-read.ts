import type { Language } from "./code-lines.ts";

/** A variable of the environment that code reads. */
export interface VariableRead {
  name: string;
  /** 1-based. */
  line: number;
  /** The code goes on without it: it names a default. */
  optional: boolean;
}

/** What a shell sets itself, so that reading it reads no environment. */
const SHELL_OWN =
  /^(?:BASH\w*|DIRSTACK|EUID|FUNCNAME|GROUPS|HOSTNAME|HOSTTYPE|IFS|LINENO|MACHTYPE|OLDPWD|OPTARG|OPTERR|OPTIND|OSTYPE|PIPESTATUS|PPID|PS[0-4]|PWD|RANDOM|REPLY|SECONDS|EPOCH\w+|SHELLOPTS|SHLVL|SRANDOM|UID|MAPFILE|COPROC|COLUMNS|LINES|ZSH_\w+)$/;

/**
 * The variables that a tool's own file reads, by their upper-case names. In a shell script a name that the script itself
 * sets anywhere is its own. What support files read is not seen.
 */
export function variablesRead(lines: readonly string[], language: Language): VariableRead[] {
  switch (language) {
    case "shell":
      return shellReads(lines);
    case "python":
      return reads(lines, [
        [/\benviron\s*\[\s*["']([A-Z_][A-Z0-9_]*)["']\s*\](?!\s*=[^=])/g, false],
        [/\b(?:environ\.get|getenv)\(\s*["']([A-Z_][A-Z0-9_]*)["']/g, true],
      ]);
    case "module":
    case "node":
      return reads(lines, [
        [/\benv\.([A-Z_][A-Z0-9_]*)\b(?!\s*=[^=>])/g, false],
        [/\benv\[\s*["']([A-Z_][A-Z0-9_]*)["']\s*\](?!\s*=[^=])/g, false],
      ]);
    default:
      return [];
  }
}

function reads(lines: readonly string[], patterns: readonly (readonly [RegExp, boolean])[]): VariableRead[] {
  return lines.flatMap((text, at) =>
    patterns.flatMap(([pattern, optional]) =>
      [...text.matchAll(pattern)].map((match) => ({
        name: match[1] as string,
        line: at + 1,
        optional: optional || /^\s*(?:\?\?|\|\|)/.test(text.slice(match.index + match[0].length)),
      })),
    ),
  );
}

function shellReads(lines: readonly string[]): VariableRead[] {
  const set = new Set<string>();
  for (const line of lines) {
    for (const match of line.matchAll(
      /(?:^|[\s;&|("'`{])(?:export\s+|local\s+|readonly\s+|declare\s+(?:-\w+\s+)*)?([A-Z_][A-Z0-9_]*)\+?=/g,
    ))
      set.add(match[1] as string);
    for (const match of line.matchAll(/\b(?:for|select)\s+([A-Z_][A-Z0-9_]*)\b/g)) set.add(match[1] as string);
    for (const match of line.matchAll(/\b(?:read|mapfile|readarray|local|declare|getopts|printf\s+-v)\b([^;|&<]*)/g)) {
      for (const name of (match[1] as string).matchAll(/(?<![$\w{])([A-Z_][A-Z0-9_]*)\b/g)) set.add(name[1] as string);
    }
  }
  const found = lines.flatMap((text, at) => {
    const line = at + 1;
    // What stands in single quotes is another program's; within double quotes an apostrophe quotes nothing.
    const code = text.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, (part) => (part.startsWith("'") ? "" : part)).replace(/\\\$/g, "");
    const braced = [...code.matchAll(/\$\{[#!]?([A-Z_][A-Z0-9_]*)(:?[-+=])?/g)];
    const bare = [...code.matchAll(/\$([A-Z_][A-Z0-9_]*)/g)];
    return [
      ...braced.map((match) => ({ name: match[1] as string, line, optional: match[2] !== undefined })),
      ...bare.map((match) => ({ name: match[1] as string, line, optional: false })),
    ];
  });
  return found.filter(({ name }) => !set.has(name) && !SHELL_OWN.test(name));
}
