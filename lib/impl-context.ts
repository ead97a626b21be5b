/**
 * TOOL_META
 * Gather the rules and documents that bear on a change, inside a token budget; use it before implementing.
 *
 * @noun impl
 * @verb context
 * @option {string[]} [keywords] -k - What the change is about.
 * @option {path[]} [files] -f - The files to be changed or made.
 * @option {integer} [budget=4000] -b - How many tokens the texts may have together.
 * @precondition none
 * @side_effect reads ${DOCS_DIR}
 * @side_effect reads ${RULES_DIR}
 * @side_effect reads ${DOCS_INDEX}
 * @idempotent true
 * @output json
 * @env PROJECT_ROOT
 * @env DOCS_DIR=${PROJECT_ROOT}/docs
 * @env DOCS_INDEX=${PROJECT_ROOT}/logs/cache/docs-index.sqlite
 * @env RULES_DIR=${PROJECT_ROOT}/docs/rules/impl
 * @exit_code 0 Gathered; nothing that bears on it is an empty list.
 * @exit_code 1 Neither keywords nor files were given.
 * @exit_code 3 A folder cannot be read.
 * @example impl context --keywords react hook --files src/hooks/useFoo.ts
 * @see_also docs fetch
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { findDocuments } from "./support/context/find-documents.ts";
import { findRules } from "./support/context/find-rules.ts";
import { docsPlace, shownPath } from "./support/place/docs-place.ts";
import { projectPaths } from "./support/place/project-paths.ts";
import { warnSkipped } from "./support/place/skipped-warning.ts";
import { fitBudget } from "./support/search/budget.ts";
import { parseQuery } from "./support/search/query.ts";

/** As the header declares them; a caller that applies no defaults is served too. */
type Args = Partial<ToolArguments["impl context"]>;

interface Result {
  kind: "rule" | "document";
  /** As it can be opened from PROJECT_ROOT. */
  path: string;
  /** 1-based. */
  line: number;
  title: string;
  heading_path: readonly string[];
  /** Estimated tokens of `text`. */
  tokens: number;
  text: string;
  /** The text was cut to the budget. */
  truncated?: true;
  reason: string;
}

interface Data {
  count: number;
  /** Rules by `paths`, rules by keyword, documents by `paths`, documents by keyword. */
  results: readonly Result[];
  /** Estimated tokens of all texts. */
  tokens: number;
  budget: number;
  /** How many more would have been given with a larger budget. */
  left_off: number;
  /** Whether the index answered, all files were read, or there are no documents. */
  searched: "index" | "files" | "nothing";
  /** What is missing: a folder of rules or of documents, or anything that bears on the question. */
  notes: readonly string[];
}

export const run: Run<Args, Data> = async (args, context) => {
  const place = docsPlace(context.env);
  const budget = args.budget ?? 4000;
  const query = parseQuery(args.keywords ?? []);
  const files = projectPaths(place.root, context.cwd, args.files ?? []);
  checkAsked(context, budget, query.keywords.length + files.length);
  const rules = await findRules(context, place, query, files);
  const found = await findDocuments(context, place, query, files);
  const docsDir = shownPath(place.root, place.docsDir);
  const rulesDir = shownPath(place.root, place.rulesDir);
  warnSkipped(context, (path) => `${rulesDir}/${path}`, rules?.skipped ?? []);
  warnSkipped(context, (path) => `${docsDir}/${path}`, found?.skipped ?? []);
  const fitted = fitBudget([...(rules?.rules ?? []), ...(found?.documents ?? [])], budget);
  const results = fitted.kept.map(
    ({ kind, file, line, title, heading_path, tokens, text, truncated, reason }): Result => ({
      kind,
      path: shownPath(place.root, file),
      line,
      title,
      heading_path,
      tokens,
      text,
      ...(truncated ? { truncated } : {}),
      reason,
    }),
  );
  const notes = [
    ...(rules === undefined ? [`There is no folder of rules: ${rulesDir}`] : []),
    ...(found === undefined ? [`There is no folder of documents: ${docsDir}`] : []),
    ...(results.length === 0 ? ["No rule and no document bears on this."] : []),
  ];
  return {
    count: results.length,
    results,
    tokens: fitted.tokens,
    budget,
    left_off: fitted.left_off,
    searched: found?.searched ?? "nothing",
    notes,
  };
};

export const render: Render<Data> = (data) => {
  const blocks = data.results.map((result) => {
    const heading = result.heading_path.length > 0 ? result.heading_path.join(" > ") : result.title;
    const head = `## ${result.kind}: ${result.path}:${result.line}  ${heading}  (${result.tokens} tokens${result.truncated ? ", cut" : ""})`;
    return `${head}\n[${result.reason}]\n\n${result.text}\n`;
  });
  const left = data.left_off > 0 ? [`${data.left_off} more left off: the budget is ${data.budget} tokens`] : [];
  return [...blocks, ...data.notes, ...left].join("\n");
};

function checkAsked(context: ToolContext, budget: number, asked: number): void {
  const command = context.command("impl", "context", "--help");
  if (asked === 0) throw fault("impl_nothing_asked", { command });
  if (budget < 1) throw fault("docs_number_invalid", { option: "--budget", given: budget, command });
}
