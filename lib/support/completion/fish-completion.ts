import { type CompletedOption, type CompletionTree, functionName, nounsOf, type Values } from "./completion-tree.ts";

/** Completion for fish: one `complete` line a candidate, guarded by what stands on the line already. */
export function fishCompletion(tree: CompletionTree): string {
  const at = `${functionName(tree.subject)}_at`;
  const taking = tree.globals.filter(({ values }) => values !== undefined).flatMap(({ spellings }) => spellings);
  const line = (condition: string, rest: string) => `complete -c ${quoted(tree.subject)} -n ${quoted(condition)} ${rest}`;
  const tool = (noun: string, verb: string) => `${at} ${quoted(noun)} ${quoted(verb)}`;
  return `${[
    `function ${at} --description 'Whether the command line names exactly these words, or with two any after them'`,
    "  set -l words (commandline -opc)",
    "  set -e words[1]",
    "  # Without the global options that stand before noun and verb, and their values.",
    "  set -l typed",
    "  while set -q words[1]",
    "    if test (count $typed) -lt 2; and string match -q -- '-*' $words[1]",
    `      contains -- $words[1] ${taking.map(quoted).join(" ")}; and set -q words[2]; and set -e words[1]`,
    "    else",
    "      set -a typed $words[1]",
    "    end",
    "    set -e words[1]",
    "  end",
    "  if test (count $argv) -eq 2",
    '    test (count $typed) -ge 2; and test "$typed[1]" = $argv[1]; and test "$typed[2]" = $argv[2]',
    "  else",
    '    test (count $typed) -eq (count $argv); and test "$typed" = "$argv"',
    "  end",
    "end",
    `complete -c ${quoted(tree.subject)} -f`,
    ...nounsOf(tree).flatMap(({ noun, tools }) => [
      line(at, `-a ${quoted(noun)} -d ${quoted(tools.map(({ verb }) => verb).join(", "))}`),
      ...tools.map((one) => line(`${at} ${quoted(noun)}`, `-a ${quoted(one.verb)} -d ${quoted(one.about)}`)),
    ]),
    ...tree.tools.flatMap((one) => [
      ...one.options.map((option) => line(tool(one.noun, one.verb), optionWords(option))),
      ...positional(one.args).map((rest) => line(tool(one.noun, one.verb), rest)),
    ]),
    ...tree.globals.map((option) => `complete -c ${quoted(tree.subject)} ${optionWords(option)}`),
  ].join("\n")}\n`;
}

function optionWords({ spellings, values, about }: CompletedOption): string {
  const names = spellings.map((spelling) =>
    spelling.startsWith("--") ? `-l ${quoted(spelling.slice(2))}` : `-s ${quoted(spelling.slice(1))}`,
  );
  return [...names, ...(about === "" ? [] : [`-d ${quoted(about)}`]), ...valueWords(values)].join(" ");
}

function valueWords(values: Values | undefined): string[] {
  if (values === undefined) return [];
  if (values.kind === "words") return [`-x -a ${quoted(values.words.map(quoted).join(" "))}`];
  return [values.kind === "files" ? "-r -F" : "-x"];
}

/** Fish does not count positional words: what any of them may be is offered. */
function positional(args: readonly Values[]): string[] {
  const words = args.flatMap((values) => (values.kind === "words" ? values.words : []));
  return [
    ...(words.length > 0 ? [`-a ${quoted([...new Set(words)].map(quoted).join(" "))}`] : []),
    ...(args.some(({ kind }) => kind === "files") ? ["-F"] : []),
  ];
}

/** In single quotes, as fish reads it. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
