import type { CatalogueEntry } from "../catalogue-entry.ts";

/** How a tool of any kind is started and how it ends. */
export const RUNNER = {
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
} as const satisfies Record<string, CatalogueEntry>;
