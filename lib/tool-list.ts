/**
 * TOOL_META
 * List the tools that this subject has, one a line; with --full the whole tree in one call, with what each needs and changes: read it once before planning.
 *
 * @noun tool
 * @verb list
 * @arg {string} [noun] - Only the tools of this noun.
 * @option {boolean} [full] - How each is called, what it needs and changes, whether it may be repeated.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @output json
 * @exit_code 1 No tool has this noun.
 * @keywords tools, discover, overview, tree, agent
 * @example tool list
 * @example tool list docs --full
 * @see_also tool show, tool schema
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { ToolEntry } from "../registry/entry.ts";
import { callLine } from "../registry/show/call-line.ts";
import type { Render, Run } from "../registry/tool-context.ts";
import type { Risk } from "../registry/tool-meta/tool-meta.ts";
import { carriedTools, selectTools } from "./support/carried-tools.ts";

interface Line {
  id: string;
  risk: Risk;
  summary: string;
}

/** One tool in the tree: enough to plan with, and to write the call. */
interface Leaf {
  call: string;
  summary: string;
  needs: readonly string[];
  changes: readonly string[];
  repeat: boolean;
  risk: Risk;
}

export type Listed =
  | { count: number; tools: readonly Line[] }
  /** `bytes`: of `tree` as JSON without spaces, in UTF-8. */
  | { count: number; bytes: number; tree: Readonly<Record<string, Readonly<Record<string, Leaf>>>> };

export const run: Run<ToolArguments["tool list"], Listed> = async ({ noun, full }, context) => {
  const selected = selectTools(await carriedTools(context), noun, undefined, context, ["tool", "list"]);
  const [first] = selected;
  if (full !== true) {
    if (first !== undefined) context.next(`tool show ${first.noun} ${first.verb}`);
    return {
      count: selected.length,
      tools: selected.map(({ id, derived_risk, summary }) => ({ id, risk: derived_risk, summary: summary ?? "" })),
    };
  }
  const tree: Record<string, Record<string, Leaf>> = {};
  for (const tool of selected) {
    const verbs = tree[tool.noun] ?? {};
    verbs[tool.verb] = leaf(tool);
    tree[tool.noun] = verbs;
  }
  return { count: selected.length, bytes: Buffer.byteLength(JSON.stringify(tree)), tree };
};

function leaf(tool: ToolEntry): Leaf {
  return {
    call: callLine(tool),
    summary: tool.summary ?? "",
    needs: tool.preconditions.map(({ text }) => text),
    changes: tool.side_effects.filter(({ kind }) => kind !== "reads").map(({ text }) => text),
    repeat: tool.idempotent,
    risk: tool.derived_risk,
  };
}

export const render: Render<Listed> = (data) => {
  const total = (bytes?: number) =>
    `${data.count} ${data.count === 1 ? "tool" : "tools"}${bytes === undefined ? "" : `, ${bytes} bytes as JSON`}`;
  if ("tools" in data) {
    const width = Math.max(0, ...data.tools.map(({ id }) => id.length));
    return [...data.tools.map(({ id, risk, summary }) => `${id.padEnd(width)}  ${risk.padEnd(6)}  ${summary}`), total()].join("\n");
  }
  const leaves = Object.values(data.tree).flatMap((verbs) => Object.values(verbs));
  const list = (name: string, texts: readonly string[]) => (texts.length === 0 ? [] : [`  ${name}: ${texts.join("; ")}`]);
  return [
    ...leaves.flatMap(({ call, summary, needs, changes, repeat, risk }) => [
      call,
      `  ${summary}`,
      ...list("needs", needs),
      ...list("changes", changes),
      ...(repeat ? [] : ["  not to be repeated"]),
      ...(risk === "low" ? [] : [`  risk: ${risk}`]),
    ]),
    total(data.bytes),
  ].join("\n");
};
