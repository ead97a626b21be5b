import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../registry/project/package-root.ts";

/** A line by which a wrapper exports a variable of the project's own. The three of the contract are not among them. */
const OWN_LINE = /^export (?!PROJECT_ROOT |PROJECT_ROOT=|SUBJECT=|SUBJECT_COMMAND=)[A-Za-z_]\w*=/;
const IDENTITY = /^export PROJECT_ROOT SUBJECT=/;

/** The canonical wrapper: the text of `bin/myproject`, byte for byte (contract 4.1). */
export function canonicalWrapper(): string {
  return readFileSync(join(packageRoot(), "bin/myproject"), "utf8");
}

/** The lines in which a wrapper says what is the project's own. */
export function ownLines(wrapper: string): string[] {
  return plain(wrapper)
    .split("\n")
    .filter((line) => OWN_LINE.test(line));
}

/** The canonical text with these lines of the project's own in place of the example's. */
export function wrapperWith(own: readonly string[], canonical = canonicalWrapper()): string {
  const lines = canonical.split("\n").filter((line) => !OWN_LINE.test(line));
  const at = lines.findIndex((line) => IDENTITY.test(line));
  return [...lines.slice(0, at + 1), ...own, ...lines.slice(at + 1)].join("\n");
}

/** The canonical text for a project whose documents lie in `docsDir`, relative to its root. */
export function wrapperFor(docsDir: string): string {
  return wrapperWith([`export DOCS_DIR="\${PROJECT_ROOT}/${docsDir}"`]);
}

/**
 * What a wrapper is: the canonical text but for its own lines; an older or edited copy of it; or a text of the
 * project's own that ends in the dispatcher, which is allowed; or no wrapper at all.
 */
export function wrapperKind(text: string): "canonical" | "other_copy" | "own" | "none" {
  if (text === wrapperWith(ownLines(text))) return "canonical";
  const lines = plain(text);
  if (lines.startsWith("#!/usr/bin/env bash\n# This project's subject:")) return "other_copy";
  return /^\s*(\[.*\] && )?exec .*dispatch/m.test(lines) ? "own" : "none";
}

function plain(text: string): string {
  return (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).replaceAll("\r\n", "\n");
}
