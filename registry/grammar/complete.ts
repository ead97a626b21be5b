import { fault } from "../error/catalogue.ts";
import type { Parameter, ToolMeta } from "../tool-meta/tool-meta.ts";
import { nearest } from "./nearest.ts";
import { expectation, isValue, readWord, shown } from "./values.ts";

type Declared = Pick<ToolMeta, "options" | "args">;
type Env = Readonly<Record<string, string | undefined>>;

/**
 * The arguments of a call, complete and checked against what the header
 * declares, whoever made them (CLI, JSON, MCP): what is given, else the variable
 * of its `env`, else its default. An empty variable counts as absent.
 *
 * @throws ToolError `parameter_unknown`, `parameter_invalid`, `parameter_required`
 */
export function completeArguments(
  declared: Declared,
  given: Readonly<Record<string, unknown>>,
  env: Env,
  help: string,
): Record<string, unknown> {
  const parameters = [...(declared.options ?? []), ...(declared.args ?? [])];
  const args: Record<string, unknown> = {};
  for (const name of Object.keys(given)) {
    if (parameters.some((parameter) => parameter.name === name)) continue;
    const near = nearest(
      name,
      parameters.map((parameter) => parameter.name),
    );
    const known = parameters.map((parameter) => parameter.name);
    throw fault("parameter_unknown", { name, help }, { detail: { name, ...(near ? { nearest: near } : {}), known } });
  }
  for (const parameter of parameters) {
    const value = pick(parameter, given, env, help);
    if (value !== undefined) args[parameter.name] = value;
    else if (parameter.required) throw fault("parameter_required", { name: spelled(parameter, declared), help });
  }
  return args;
}

function pick(parameter: Parameter, given: Readonly<Record<string, unknown>>, env: Env, help: string): unknown {
  if (Object.hasOwn(given, parameter.name)) {
    const value = given[parameter.name];
    const values = parameter.list ? value : [value];
    const sound = Array.isArray(values) && values.every((item) => isValue(parameter, item)) && (values.length > 0 || !parameter.required);
    if (sound) return value;
    throw wrong(parameter, parameter.name, value, help);
  }
  const text = parameter.env === undefined ? undefined : env[parameter.env];
  if (text === undefined || text === "") return parameter.default;
  if (!parameter.list) return read(parameter, text, help);
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => read(parameter, line, help));
}

function read(parameter: Parameter, text: string, help: string): unknown {
  const value = readWord(parameter, text);
  if (value === undefined) throw wrong(parameter, `${parameter.env} (for ${parameter.name})`, text, help);
  return value;
}

function wrong(parameter: Parameter, name: string, value: unknown, help: string) {
  const expected = parameter.list ? `a list, each ${expectation(parameter)}` : expectation(parameter);
  return fault("parameter_invalid", { name, expected, given: shown(value), help });
}

function spelled(parameter: Parameter, declared: Declared): string {
  return declared.options?.includes(parameter) ? `--${parameter.name}` : parameter.name;
}

/**
 * The arguments as a process tool gets them (contract 4.4): `--name value` in
 * the header's order, lists repeated, a true boolean as `--name`, a false one
 * only where it is true by default, as `--name=false`; then `--` and the
 * positional arguments, if there are any.
 */
export function canonicalArgv(declared: Declared, args: Readonly<Record<string, unknown>>): string[] {
  const argv = (declared.options ?? []).flatMap((option) => {
    const value = args[option.name];
    if (value === undefined) return [];
    if (value === false && !option.list) return option.default === true ? [`--${option.name}=false`] : [];
    if (value === true && !option.list) return [`--${option.name}`];
    return (option.list ? (value as unknown[]) : [value]).flatMap((item) => [`--${option.name}`, String(item)]);
  });
  const positional = (declared.args ?? []).flatMap((arg) => {
    const value = args[arg.name];
    return value === undefined ? [] : (arg.list ? (value as unknown[]) : [value]).map(String);
  });
  return positional.length > 0 ? [...argv, "--", ...positional] : argv;
}
