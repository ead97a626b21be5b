import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";

/** @throws ToolError `file_number_invalid` */
export function atLeast(context: Pick<ToolContext, "command">, tool: string, option: string, given: number, least: number): number {
  if (given >= least) return given;
  throw fault("file_number_invalid", { option, given, least, tool, command: context.command() });
}
