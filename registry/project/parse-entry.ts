import type { RunnerKind, ToolEntry } from "../entry.ts";
import { fault } from "../error/catalogue.ts";
import type { ToolError } from "../error/tool-error.ts";
import { entryOf } from "../generate/entry-of.ts";
import { parseHeader } from "../tool-meta/parse.ts";
import type { HeaderProblem, HeaderText } from "../tool-meta/tool-meta.ts";

/**
 * The entry of a tool that no registry vouches for, from its header.
 *
 * @throws ToolError `header_invalid`
 */
export function parseEntry(header: HeaderText, of: { source: string; stem: string; runner: RunnerKind }): ToolEntry {
  const result = parseHeader(header, { shown: of.source, stem: of.stem });
  if (!result.ok) throw headerProblem(result.problems);
  return entryOf(result.meta, { source: of.source, runner: of.runner, sha256: header.sha256 });
}

/** The first problem of a header as the error of a call; all of them stand in its detail. */
export function headerProblem(problems: readonly HeaderProblem[]): ToolError {
  const [first] = problems;
  const values = { file: first?.file ?? "?", line: first?.line ?? 1, reason: first?.message ?? "no header", instead: first?.fix ?? "" };
  return fault("header_invalid", values, { detail: { problems } });
}
