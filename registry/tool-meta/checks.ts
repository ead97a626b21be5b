import { referencedVariables } from "../plan/resolve.ts";
import { nearest } from "./nearest.ts";
import type { Report } from "./parameters.ts";
import { RESERVED_LETTERS, RESERVED_OPTIONS } from "./reserved.ts";
import type { Parameter, ToolMeta } from "./tool-meta.ts";

/** `noun-verb` must be the file's name without extension (contract 4.3). */
export function checkName(noun: string, verb: string, stem: string, report: Report): void {
  if (`${noun}-${verb}` === stem) return;
  const dash = stem.indexOf("-");
  const [wantedNoun, wantedVerb] = stem.startsWith(`${noun}-`)
    ? [noun, stem.slice(noun.length + 1)]
    : stem.endsWith(`-${verb}`)
      ? [stem.slice(0, -verb.length - 1), verb]
      : [stem.slice(0, Math.max(dash, 0)), stem.slice(dash + 1)];
  const at = wantedNoun === noun ? "verb" : "noun";
  const rename = `rename the file to ${noun}-${verb}`;
  const fix =
    /^[a-z]/.test(wantedNoun) && wantedVerb !== ""
      ? `Set noun to ${wantedNoun} and verb to ${wantedVerb}, or ${rename}`
      : `${rename[0]?.toUpperCase()}${rename.slice(1)}`;
  report([at], "header_name", `The header says ${noun} ${verb}, but the file is named ${stem}`, fix);
}

/** Names and letters of options and arguments: none reserved, none twice, none that share an `ARG_` variable. */
export function checkParameters(options: readonly Parameter[], args: readonly Parameter[], report: Report): void {
  const variables = new Map<string, string>();
  const letters = new Map<string, string>();
  for (const [key, list] of [["options", options] as const, ["args", args] as const]) {
    for (const [index, { name, short, required, list: isList }] of list.entries()) {
      const path = [key, index];
      if (key === "options" && RESERVED_OPTIONS.includes(name.toLowerCase().replaceAll("_", "-"))) {
        report(
          path,
          "header_reserved",
          `--${name} is an option of every tool and cannot be declared`,
          `Give the option another name, such as ${name}-value`,
        );
      }
      if (short !== undefined && RESERVED_LETTERS.includes(short)) {
        report(
          path,
          "header_reserved",
          `-${short} is an option of every tool and cannot be declared`,
          `Give ${name} another letter, or none`,
        );
      }
      // Contract 4.4: a process tool gets each as ARG_<NAME>, so names that differ in case or `-` and `_` alone collide.
      const variable = name.toUpperCase().replaceAll("-", "_");
      const other = variables.get(variable);
      if (other === name) report(path, "header_duplicate", `${name} is declared twice`, `Keep one ${name}`);
      else if (other !== undefined) report(path, "header_duplicate", `${name} and ${other} are both ARG_${variable}`, `Rename ${name}`);
      variables.set(variable, name);
      const holder = short === undefined ? undefined : letters.get(short);
      if (holder !== undefined)
        report(path, "header_duplicate", `-${short} stands for both ${holder} and ${name}`, `Give ${name} another letter, or none`);
      if (short !== undefined) letters.set(short, name);
      if (key === "options") continue;
      const before = list[index - 1];
      if (isList && index < list.length - 1)
        report(path, "header_order", `${name} is a list, so no argument can follow it`, `Move ${name} to the end of args`);
      if (required && before !== undefined && !before.required) {
        report(path, "header_order", `${name} is required but follows ${before.name}, which is not`, `Move ${name} before ${before.name}`);
      }
    }
  }
}

/** What a call gives a tool as variables (contract 4.4): there is none of them before the call, when phrases are read. */
const OF_THE_CALL = /^(?:ARG_\w+|TOOL_ARGS|TOOL_ARGS_FILE)$/;

/** A path that an option or argument gives cannot be said in a phrase, since nobody could resolve it: refused, not left to fail at each call. */
function checkVariables(meta: ToolMeta, report: Report): void {
  for (const key of ["preconditions", "side_effects"] as const) {
    for (const [index, phrase] of meta[key].entries()) {
      const paths = [...("path" in phrase ? [phrase.path] : []), ...("than" in phrase ? [phrase.than] : [])];
      const named = [...paths.flatMap(referencedVariables), ...(phrase.kind === "set" ? [phrase.name] : [])];
      const name = named.find((one) => OF_THE_CALL.test(one));
      if (name === undefined) continue;
      const instead =
        key === "preconditions"
          ? `Take it out, and check ${name} in the tool's body: fail_precondition "what is wrong" --fix "what to run"`
          : "Name the folder that holds every such path, as ${PROJECT_ROOT}, or a variable that the header declares in env";
      report(
        [key, index],
        "header_argument_path",
        `${name} is known only within a call, so no phrase can name it: ${phrase.text}`,
        instead,
      );
    }
  }
}

/** An effect that an option adds must name an option; what no phrase matches is told, not refused. */
export function checkPhrases(meta: ToolMeta, report: Report, warn: Report): void {
  checkVariables(meta, report);
  const names = (meta.options ?? []).map(({ name }) => name);
  for (const [index, { option, kind, text }] of meta.side_effects.entries()) {
    const path = ["side_effects", index];
    if (option !== undefined && !names.includes(option)) {
      const near = nearest(option, names);
      report(
        path,
        "header_unknown_option",
        `This side effect belongs to --${option}, which is no option of the tool`,
        near === undefined ? `Declare the option ${option}` : `Write --${near}`,
      );
    }
    if (kind === "prose") {
      const forms = "reads | writes | creates | deletes PATH, network read | write HOST, external SYSTEM what, process what";
      warn(path, "header_prose", `No known side effect, so it counts as the gravest: ${text}`, `Write one of: ${forms}`);
    }
  }
  for (const [index, { kind, text }] of meta.preconditions.entries()) {
    if (kind !== "prose") continue;
    const forms = "NAME is set, PATH exists, PATH is a file | a directory | writable | executable, command NAME, PATH newer than PATH";
    warn(["preconditions", index], "header_prose", `No known precondition, so nothing checks it: ${text}`, `Write one of: ${forms}`);
  }
  if (meta.summary === undefined && (meta.options ?? meta.args ?? []).length > 0) {
    warn(
      ["noun"],
      "header_no_summary",
      "The tool takes arguments but has no summary",
      "Add a summary: one sentence, what it does and when to use it",
    );
  }
}
