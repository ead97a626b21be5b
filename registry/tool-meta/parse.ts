import { checkName, checkParameters, checkPhrases } from "./checks.ts";
import { normal } from "./normal.ts";
import type { Report } from "./parameters.ts";
import { readTags } from "./read-tags.ts";
import { readYaml } from "./read-yaml.ts";
import { shape } from "./shape.ts";
import type { HeaderProblem, HeaderResult, HeaderText } from "./tool-meta.ts";

/** Where a header stands: `shown` is the path that problems name, `stem` the file's name without extension. */
export interface HeaderPlace {
  shown: string;
  stem: string;
}

/** A header is what a person writes about one tool; beyond this it is refused unread. UTF-16 units. */
const LONGEST_HEADER = 64 * 1024;

/**
 * Parses a header of either spelling into normal form (contract 4.3). All
 * faults are collected, each with its line in the file and what to write
 * instead; with one fault there is no result, since a tool whose header cannot
 * be trusted must not run. Never throws. Loads zod, yaml and comment-parser:
 * to be imported lazily.
 */
export function parseHeader(header: HeaderText, where: HeaderPlace): HeaderResult {
  const problems: HeaderProblem[] = [];
  const warnings: HeaderProblem[] = [];
  const done = (): HeaderResult => ({ ok: false, problems: problems.sort((a, b) => a.line - b.line) });
  if (header.text.length > LONGEST_HEADER) {
    const message = `The header has ${header.text.length} characters, more than the ${LONGEST_HEADER} that are read`;
    problems.push({
      code: "header_too_long",
      file: where.shown,
      line: header.line,
      message,
      fix: "End the comment behind the header's last key",
    });
    return done();
  }
  const raw = header.spelling === "yaml" ? readYaml(header.text) : readTags(header.text);
  const reporter =
    (into: HeaderProblem[]): Report =>
    (path, code, message, fix) =>
      into.push({ code, file: where.shown, line: header.line + raw.lineOf(path) - 1, message, fix });
  const report = reporter(problems);
  for (const { line, ...problem } of raw.problems) problems.push({ ...problem, file: where.shown, line: header.line + line - 1 });
  // Nothing could be read: that every key is missing would be noise.
  if (problems.length > 0 && Object.keys(raw.value).length === 0) return done();

  const shaped = shape(raw.value, header.spelling, report);
  const meta = normal(shaped, header, report);
  if (shaped.noun !== undefined && shaped.verb !== undefined) checkName(meta.noun, meta.verb, where.stem, report);
  checkParameters(meta.options ?? [], meta.args ?? [], report);
  checkPhrases(meta, report, reporter(warnings));
  return problems.length > 0 ? done() : { ok: true, meta, warnings };
}
