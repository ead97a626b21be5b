/** An absolute path that a tool's text holds. */
export interface OutsidePath {
  path: string;
  /** 1-based. */
  line: number;
}

/** Folders that everyone writes in: that something in them changed says nothing about one tool. */
const SHARED =
  /^\/(?:(?:tmp|var|home|Users|root|usr|opt|etc|srv|mnt|media|private|bin|sbin|lib|lib64|run|Volumes|Applications|Library)?|var\/(?:tmp|log|run|folders|lib|cache)|usr\/(?:local|bin|sbin|lib|share|local\/(?:bin|lib|share))|private\/(?:tmp|var)|opt\/homebrew(?:\/bin)?)$/;
/** No files that stay: devices and the kernel's own. */
const NO_FILES = /^\/(?:dev|proc|sys)(?:\/|$)/;

/**
 * The absolute paths that a tool's code names (`lines` as `codeLines` gives them), each once: what it may reach though it lies outside
 * the project. A path is text that begins with `/` where a word begins, of plain characters; a variable within it ends it.
 */
export function outsidePaths(lines: readonly string[]): OutsidePath[] {
  const found = new Map<string, number>();
  for (const [at, text] of lines.entries()) {
    for (const match of text.matchAll(/(?<=^|[\s"'`=:(,;|&<>[{])\/[\w.@%+~-]+(?:\/[\w.@%+~-]+)*/g)) {
      const path = match[0];
      if (at === 0 && text.startsWith("#!")) continue;
      if (SHARED.test(path) || NO_FILES.test(path) || found.has(path)) continue;
      found.set(path, at + 1);
    }
  }
  return [...found].map(([path, line]) => ({ path, line }));
}
