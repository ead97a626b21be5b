/** One command of a page, as a reader would paste it: several lines where a here-document or a `\` holds them together. */
export interface DocumentedCommand {
  text: string;
  /** 1-based line of the page. */
  line: number;
  /** From a comment at the end of its first line, `# exit 1`; else 0. */
  exitCode: number;
}

/** A block that shows what a command of the `bash` block before it printed. */
export interface Sample {
  line: number;
  lines: readonly string[];
}

/** A `bash` block with the samples that follow it before the next one. */
export interface CommandBlock {
  commands: readonly DocumentedCommand[];
  samples: readonly Sample[];
}

interface Fence {
  language: string;
  /** 1-based line of its first line of content. */
  line: number;
  lines: string[];
}

/** The `bash` blocks of a Markdown page in their order. */
export function commandBlocks(markdown: string): CommandBlock[] {
  const blocks: { commands: DocumentedCommand[]; samples: Sample[] }[] = [];
  for (const { language, line, lines } of fences(markdown)) {
    if (language === "bash") blocks.push({ commands: commandsOf(lines, line), samples: [] });
    else if (language === "text" || language === "json") blocks.at(-1)?.samples.push({ line, lines });
  }
  return blocks;
}

function fences(markdown: string): Fence[] {
  const found: Fence[] = [];
  let open: { mark: string; fence: Fence } | undefined;
  markdown.split("\n").forEach((text, index) => {
    const [, mark, info] = /^(`{3,}|~{3,})\s*(.*)$/.exec(text) ?? [];
    if (open !== undefined) {
      if (mark?.startsWith(open.mark) && info === "") open = undefined;
      else open.fence.lines.push(text);
    } else if (mark !== undefined && !info?.includes("`")) {
      const fence = { language: info?.split(/\s/)[0] ?? "", line: index + 2, lines: [] };
      found.push(fence);
      open = { mark, fence };
    }
  });
  return found;
}

function commandsOf(lines: readonly string[], firstLine: number): DocumentedCommand[] {
  const commands: DocumentedCommand[] = [];
  let at = 0;
  while (at < lines.length) {
    const start = at;
    const first = lines[at] as string;
    if (first.trim() === "" || first.startsWith("#")) {
      at++;
      continue;
    }
    const word = /<<-?\s*(['"]?)(\w+)\1/.exec(first)?.[2];
    if (word !== undefined) while (at < lines.length - 1 && lines[at] !== word) at++;
    else while (at < lines.length - 1 && lines[at]?.endsWith("\\")) at++;
    at++;
    const exitCode = Number(/\s# exit (\d)$/.exec(first)?.[1] ?? 0);
    commands.push({ text: lines.slice(start, at).join("\n"), line: firstLine + start, exitCode });
  }
  return commands;
}

/**
 * Whether the lines of a sample stand in the output in this order. `…` in a
 * line stands for anything; a line that is only `…`, for any lines.
 */
export function matchesSample(sample: readonly string[], output: string): boolean {
  const lines = output.split("\n").map((line) => line.trim());
  let at = 0;
  for (const wanted of sample.map((line) => line.trim()).filter((line) => line !== "" && line !== "…")) {
    const pattern = new RegExp(`^${wanted.split("…").map(escaped).join(".*")}$`, "u");
    while (at < lines.length && !pattern.test(lines[at] as string)) at++;
    if (at === lines.length) return false;
    at++;
  }
  return true;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
