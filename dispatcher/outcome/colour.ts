import { Chalk } from "chalk";

const chalk = new Chalk({ level: 1 });

/** The error form for a terminal: what failed in red, what to do about it in bold. */
export function colourError(text: string): string {
  return text
    .split("\n")
    .map((line, at) => {
      if (at === 0) return chalk.red(line);
      if (line.startsWith("  [LAYER")) return chalk.dim(line);
      return line.replace(/^( {2}→ Fix: )(.*)$/, (_, mark: string, fix: string) => mark + chalk.bold(fix));
    })
    .join("\n");
}
