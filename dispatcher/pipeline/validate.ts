import { completeArguments } from "../../registry/grammar/complete.ts";
import { type Call, type CheckedCall, declaresArguments, toolName } from "./call.ts";

/** Stage 1: the arguments are complete and of the declared types. Throws `parameter_*`. */
export function validate(call: Call): CheckedCall {
  if (!declaresArguments(call)) return { ...call, args: {} };
  const help = `${call.project.command} ${toolName(call)} --help`;
  return { ...call, args: completeArguments(call.tool.entry, call.given, call.env, help) };
}
