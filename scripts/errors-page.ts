import { CATALOGUE } from "../registry/error/catalogue.ts";
import type { CatalogueEntry } from "../registry/error/catalogue-entry.ts";
import { exitCodeOf } from "../registry/error/tool-error.ts";

const EXITS = [
  [1, "The caller can mend it"],
  [2, "Runtime errors"],
  [3, "The user must act"],
] as const;

/**
 * The text of `docs/errors.md`: every code of the catalogue by its exit code,
 * with its message and Fix as templates. A code whose message or Fix is
 * computed says so in words.
 */
export function errorsPage(): string {
  const entries = Object.entries<CatalogueEntry>(CATALOGUE);
  const sections = EXITS.map(([exit, title]) => {
    const rows = entries.filter(([, entry]) => exitCodeOf(entry) === exit).sort(([a], [b]) => (a < b ? -1 : 1));
    const lines = rows.map(([code, entry]) => `| \`${code}\` | ${entry.layer}, ${entry.recoverable} | ${message(entry)} | ${fix(entry)} |`);
    return `## Exit ${exit}: ${title}\n\n| code | layer, recoverable | message | Fix |\n| --- | --- | --- | --- |\n${lines.join("\n")}\n`;
  });
  return `${HEAD}\n${sections.join("\n")}`;
}

const HEAD = `---
title: Errors that nichekit raises
keywords: [errors, codes, catalogue, exit code, fix]
---
# Errors that nichekit raises

Written from \`registry/error/catalogue.ts\`; change that, not this page. A \`code\` is stable: a program may branch on it. Words in
braces stand for values, which a Fix quotes for the shell. What the three words of an error mean is told in
[Tell an error](patterns/errors.md).
`;

function message({ message }: CatalogueEntry): string {
  return message === "{reason}" ? "*what differs, in words*" : cell(message);
}

function fix({ fix, recoverable }: CatalogueEntry): string {
  if (fix.length === 0) return "*computed for the case*";
  const spoken = recoverable === "user-action-required";
  return fix
    .map((line) => (line === "{command!}" ? "*the command for the case*" : spoken ? cell(line) : code(line.replaceAll("!}", "}"))))
    .join("<br>");
}

/** What Markdown would read as its own is marked as text. */
function cell(text: string): string {
  return text.replaceAll("!}", "}").replace(/[\\|<>*_[\]]/g, "\\$&");
}

function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}
