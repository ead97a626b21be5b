import { shellQuote } from "./shell-quote.ts";
import { type Layer, type Recoverable, ToolError } from "./tool-error.ts";

/**
 * Every failure the toolkit itself raises. The one source of the messages, of
 * `docs/errors.md` and of the JSON Schema of errors.
 *
 * In `message`, `{name}` stands for a value. In `fix`, `{name}` is quoted for
 * the shell and `{name!}` is a command line that stands as it is. A code whose
 * fix is computed (the providing tool of a failed precondition) has an empty
 * `fix`, and its raiser must give one.
 */
export interface CatalogueEntry {
  layer: Layer;
  recoverable: Recoverable;
  message: string;
  fix: readonly string[];
}

export const CATALOGUE = {
  // grammar
  unknown_noun: { layer: "precondition", recoverable: "yes", message: "Unknown noun: {noun}", fix: ["{command!} --help"] },
  unknown_verb: { layer: "precondition", recoverable: "yes", message: "Unknown verb: {noun} {verb}", fix: ["{command!} {noun} --help"] },
  unknown_option: { layer: "precondition", recoverable: "yes", message: "Unknown option: {option}", fix: ["{help!}"] },
  value_missing: { layer: "precondition", recoverable: "yes", message: "{option} wants a value", fix: ["{help!}"] },
  value_not_taken: { layer: "precondition", recoverable: "yes", message: "{option} takes no value", fix: ["{help!}"] },
  unexpected_argument: { layer: "precondition", recoverable: "yes", message: "Unexpected argument: {argument}", fix: ["{help!}"] },
  words_in_one: {
    layer: "precondition",
    recoverable: "yes",
    message: 'Several words came as one: "{argument}"',
    fix: ["{help!}"],
  },
  parameter_required: { layer: "precondition", recoverable: "yes", message: "{name} is required", fix: ["{help!}"] },
  parameter_unknown: { layer: "precondition", recoverable: "yes", message: 'No argument is called "{name}"', fix: ["{help!}"] },
  parameter_invalid: { layer: "precondition", recoverable: "yes", message: "{name} must be {expected}, not {given}", fix: ["{help!}"] },
  limit_invalid: { layer: "precondition", recoverable: "yes", message: "{option} must be {expected}, not {given}", fix: ["{help!}"] },
  input_unreadable: { layer: "precondition", recoverable: "yes", message: "Cannot read the input {source}: {reason}", fix: ["{help!}"] },
  input_not_json: { layer: "precondition", recoverable: "yes", message: "The input is not a JSON object: {reason}", fix: ["{help!}"] },
  input_not_taken: {
    layer: "precondition",
    recoverable: "yes",
    message: "{tool} declares no arguments, so --input has nothing to check against",
    fix: ["{help!}"],
  },
  fields_not_taken: {
    layer: "precondition",
    recoverable: "yes",
    message: "{tool} gives text: it has no fields to select",
    fix: ["{help!}"],
  },
  // project and tools
  project_root_missing: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "PROJECT_ROOT is not a folder: {path}",
    fix: ["Tell the user: the wrapper exports PROJECT_ROOT={path}, which does not exist."],
  },
  tool_folder_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read the tool folder {path} ({reason})",
    fix: ["Ask the user to make {path} readable for this account, or to take it out of tool_path."],
  },
  tool_file_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read the tool {path} ({reason})",
    fix: ["Ask the user to make {path} readable for this account."],
  },
  tool_name_taken_twice: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "Two files are the tool {tool}: {first} and {second}",
    fix: ["Ask the user which of {first} and {second} is the tool; the other must be renamed or removed."],
  },
  header_invalid: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{file}:{line}: {reason}",
    fix: ["{instead}"],
  },
  header_missing: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{file} has no TOOL_META header, so it is not a tool",
    fix: ["Write a TOOL_META comment at the top of {file} with noun, verb, preconditions, idempotent and side_effects."],
  },
  // preconditions and gates
  precondition_failed: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: [] },
  precondition_needs_user: { layer: "precondition", recoverable: "user-action-required", message: "{reason}", fix: [] },
  path_not_permitted: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Permission denied: {path}",
    fix: ["Ask the user to give this account access to {path}."],
  },
  confirmation_required: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{tool} needs a confirmation: {effects}",
    fix: ["Ask the user whether it may: {effects}. If so, run: {again!}"],
  },
  confirmation_refused: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{tool} was not confirmed",
    fix: ["Nothing was run. Ask the user before trying again."],
  },
  internal_error: {
    layer: "runtime",
    recoverable: "no",
    message: "nichekit itself failed: {reason}",
    fix: ["{command!} --version   # report this with the stack above"],
  },
  // registry: settings
  settings_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read the settings {file} ({reason})",
    fix: ["Ask the user to make {file} a file that this account may read."],
  },
  settings_not_json: { layer: "precondition", recoverable: "yes", message: "{file}:{line}: not JSON: {reason}", fix: [] },
  settings_invalid: { layer: "precondition", recoverable: "yes", message: "{file}:{line}: {reason}", fix: [] },
  // runner: how a tool is started and how it ends
  timeout: { layer: "runtime", recoverable: "yes", message: "{tool} did not end within its limit of {seconds} s and was stopped", fix: [] },
  interrupted: { layer: "runtime", recoverable: "yes", message: "{tool} was interrupted by {signal} before it ended", fix: [] },
  interpreter_missing: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{tool} needs {interpreter}, which {where}",
    fix: ["Ask the user to install {interpreter}, or to put the folder that holds it on PATH; then run the same command again."],
  },
  shebang_crlf: {
    layer: "precondition",
    recoverable: "yes",
    message: "{file} has Windows line endings (CR LF), with which {interpreter} cannot run it",
    fix: ["tr -d '\\r' < {file} > {file}.lf && cat {file}.lf > {file} && rm {file}.lf"],
  },
  shebang_bom: {
    layer: "precondition",
    recoverable: "yes",
    message: "{file} begins with a byte order mark, behind which no system finds its #! line",
    fix: ["tail -c +4 {file} > {file}.nobom && cat {file}.nobom > {file} && rm {file}.nobom"],
  },
  tool_not_executable: {
    layer: "precondition",
    recoverable: "yes",
    message: "{file} has neither a #! line nor the run bit",
    fix: ["chmod +x {file}"],
  },
  tool_vanished: {
    layer: "precondition",
    recoverable: "yes",
    message: "The file of {tool} is gone: {file}",
    fix: ["{command!} {noun} --help"],
  },
  tool_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "The file of {tool} cannot be read: {file} ({reason})",
    fix: ["Ask the user to let this account read {file}."],
  },
  tool_not_startable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "The system could not start {tool}: {reason}",
    fix: ["Tell the user that the system refused to start {file} ({reason}); it needs to be mended there."],
  },
  arguments_too_large: {
    layer: "precondition",
    recoverable: "yes",
    message: "The arguments of {tool} are larger than the system passes to a program ({bytes} bytes; one may have {limit})",
    fix: ["{command!} {noun} {verb} --help"],
  },
  argument_has_nul: {
    layer: "precondition",
    recoverable: "yes",
    message: "An argument of {tool} holds a NUL character, which no program can be given",
    fix: ["{command!} {noun} {verb} --help"],
  },
  result_too_large: {
    layer: "runtime",
    recoverable: "yes",
    message: "{tool} printed more than {limit} MiB, more than can be kept in memory; it was stopped",
    fix: [],
  },
  // runner: module tools
  module_no_run: {
    layer: "runtime",
    recoverable: "no",
    message: "{file} does not export a function named run",
    fix: ["grep -n export {file}"],
  },
  module_exit_called: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} called {what}; a module tool returns its data or throws a ToolError",
    fix: ["grep -nE 'exit|abort|kill' {file}"],
  },
  module_never_settled: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} waits for something that can no longer happen: nothing is left that could wake it",
    fix: ["grep -nE 'await|Promise' {file}"],
  },
  module_threw: { layer: "runtime", recoverable: "no", message: "{tool} failed: {reason}{place}", fix: [] },
  module_rejection: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} left a failure behind that nothing waited for: {reason}{place}",
    fix: [],
  },
  module_not_loadable: { layer: "runtime", recoverable: "no", message: "{file} cannot be loaded: {reason}{place}", fix: [] },
  result_not_json: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} returned what JSON cannot carry: {reason}",
    fix: ["grep -n return {file}"],
  },
  render_not_text: {
    layer: "runtime",
    recoverable: "no",
    message: "The render function of {tool} returned {type}, not a string",
    fix: ["grep -n render {file}"],
  },
  worker_ended: {
    layer: "runtime",
    recoverable: "no",
    message: "The worker of {tool} ended before its result: {reason}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  compile_failed: { layer: "runtime", recoverable: "yes", message: "{file}:{line}: {reason}", fix: [] },
  compiler_unavailable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "esbuild, which compiles {file}, does not start here: {reason}",
    fix: ["Ask the user to install nichekit again on this machine, so that esbuild fits its platform."],
  },
  // outcome: how the end of a process tool is judged
  killed_by_signal: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} was ended by {signal}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  exit_without_block: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} ended with exit code {exit} but without the error form on stderr that this code promises{last}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  exit_code_out_of_range: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} ended with exit code {exit}{meaning}; a tool has 0 to 3{last}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  tool_failed: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} failed with exit code 2{last}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  output_not_json: {
    layer: "runtime",
    recoverable: "no",
    message: "{tool} declares {format} output but printed something else: {reason}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  output_schema_mismatch: {
    layer: "runtime",
    recoverable: "no",
    message: "The output of {tool} does not match the schema in its header: {reason}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  output_schema_invalid: {
    layer: "runtime",
    recoverable: "no",
    message: "The output schema in the header of {tool} is not a JSON Schema: {reason}",
    fix: ["{command!} {noun} {verb} --help"],
  },
  // registry: generate, check, show, diff
  registry_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read {file} ({reason})",
    fix: ["Ask the user to make {file} a file that this account may read."],
  },
  registry_unwritable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot write {file} ({reason})",
    fix: ["Ask the user to make {file} and its folder writable for this account."],
  },
  registry_missing: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_conflict: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_not_json: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_other_version: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_edited: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_reformatted: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  tool_header_changed: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  tool_new: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  tool_gone: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  tool_moved: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  tool_broken: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  types_missing: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  types_stale: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  types_edited: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  types_left_over: { layer: "precondition", recoverable: "yes", message: "{reason}", fix: ["{command!} registry generate"] },
  registry_drift: {
    layer: "precondition",
    recoverable: "yes",
    message: "The committed registry differs from the headers in {count} ways: {reason}",
    fix: ["{command!} registry generate"],
  },
  tool_headers_broken: {
    layer: "precondition",
    recoverable: "yes",
    message: "{count} of the tool files cannot be registered: {reason}",
    fix: [],
  },
  registry_tool_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "The registry has no tool {tool}",
    fix: ["{command!} registry show"],
  },
  registry_field_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "{tool} has no field {field}",
    fix: ["{command!} registry show {noun} {verb}"],
  },
  registry_revision_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "Not a file and not a git revision that holds {file}: {revision}",
    fix: ["git log --oneline -- {file}"],
  },
  registry_not_comparable: {
    layer: "precondition",
    recoverable: "yes",
    message: "{source} is not a registry: {reason}",
    fix: ["{check!}"],
  },
  // lib: docs and impl
  docs_dir_missing: { layer: "precondition", recoverable: "yes", message: "DOCS_DIR not found: {path}", fix: ["{command!}"] },
  docs_dir_not_a_directory: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "DOCS_DIR is not a folder: {path}",
    fix: ["Tell the user: DOCS_DIR is {path}, which is a file; it must name a folder with Markdown documents."],
  },
  docs_dir_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read {name} {path} ({reason})",
    fix: ["Ask the user to let this account read {path}."],
  },
  docs_dir_unwritable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot write {path} ({reason})",
    fix: ["Ask the user to let this account write {path}, or to set DOCS_DIR to a folder that it may write."],
  },
  docs_index_missing: { layer: "precondition", recoverable: "yes", message: "DOCS_INDEX not found: {path}", fix: ["{command!}"] },
  docs_index_broken: {
    layer: "runtime",
    recoverable: "yes",
    message: "The index {path} cannot be used: {reason}",
    fix: ["{command!}"],
  },
  docs_index_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read the index {path} ({reason})",
    fix: ["Ask the user to let this account read {path}."],
  },
  docs_index_unwritable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot write the index {path} ({reason})",
    fix: ["Ask the user to let this account write {path} and its folder, or to set DOCS_INDEX to a file in a folder that it may write."],
  },
  docs_index_busy: {
    layer: "runtime",
    recoverable: "yes",
    message: "Another process has been writing the index {path} for {seconds} s",
    fix: ["{command!}"],
  },
  docs_database_missing: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "The database library libsql cannot be loaded here: {reason}",
    fix: ["Ask the user to run npm install again on this machine; libsql has no build for every platform (this one: {platform})."],
  },
  docs_keywords_empty: {
    layer: "precondition",
    recoverable: "yes",
    message: "The keywords hold no letter or digit to look for: {keywords}",
    fix: ["{command!}"],
  },
  docs_number_invalid: {
    layer: "precondition",
    recoverable: "yes",
    message: "{option} must be 1 or more, not {given}",
    fix: ["{command!}"],
  },
  impl_nothing_asked: {
    layer: "precondition",
    recoverable: "yes",
    message: "impl context needs --keywords or --files",
    fix: ["{command!}"],
  },
} as const satisfies Record<string, CatalogueEntry>;

export type FaultCode = keyof typeof CATALOGUE;
export type FaultValues = Readonly<Record<string, string | number>>;

/** Builds the error of the catalogue. `fix` replaces the template where it is computed. */
export function fault(
  code: FaultCode,
  values: FaultValues = {},
  extra: { fix?: readonly string[]; detail?: unknown; cause?: unknown; message?: string } = {},
): ToolError {
  const entry: CatalogueEntry = CATALOGUE[code];
  const fill = (template: string, quote: boolean) =>
    template.replace(/\{(\w+)(!?)\}/g, (_, name: string, raw: string) => {
      const value = String(values[name] ?? `{${name}}`);
      return quote && !raw ? shellQuote(value) : value;
    });
  return new ToolError({
    code,
    layer: entry.layer,
    recoverable: entry.recoverable,
    message: extra.message ?? fill(entry.message, false),
    fix: extra.fix ?? entry.fix.map((line) => fill(line, entry.recoverable !== "user-action-required")),
    ...(extra.detail === undefined ? {} : { detail: extra.detail }),
    ...(extra.cause === undefined ? {} : { cause: extra.cause }),
  });
}
