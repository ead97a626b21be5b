import type { ToolEntry } from "../entry.ts";
import type { Parameter } from "../tool-meta/tool-meta.ts";
import { typeName } from "../tool-meta/value-type.ts";

/**
 * How a tool is called, in one line: `docs fetch --keywords <string>… [--limit <integer>=10] [-- <paths>…]`. What is
 * optional stands in brackets; a tool that declares nothing takes `[anything]`.
 */
export function callLine(tool: Pick<ToolEntry, "noun" | "verb" | "options" | "args">): string {
  const name = `${tool.noun} ${tool.verb}`;
  if (tool.options === undefined && tool.args === undefined) return `${name} [anything]`;
  return [name, ...(tool.options ?? []).map((option) => bracketed(optionForm(option), option)), ...(tool.args ?? []).map(argForm)].join(
    " ",
  );
}

function optionForm(option: Parameter): string {
  if (option.type === "boolean" && !option.list) return `--${option.name}${option.default === true ? "=true" : ""}`;
  return `--${option.name} ${valueForm(option)}`;
}

function valueForm(parameter: Parameter): string {
  const word = `<${typeName({ ...parameter, list: false })}>${parameter.list ? "…" : ""}`;
  return parameter.default === undefined ? word : `${word}=${shownDefault(parameter.default)}`;
}

function argForm(arg: Parameter): string {
  const kind = arg.type === "string" ? "" : `:${typeName({ ...arg, list: false })}`;
  return bracketed(`<${arg.name}${kind}>${arg.list ? "…" : ""}${arg.default === undefined ? "" : `=${shownDefault(arg.default)}`}`, arg);
}

function shownDefault(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

function bracketed(text: string, { required }: Parameter): string {
  return required ? text : `[${text}]`;
}
