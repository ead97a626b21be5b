import { type CompletedOption, type CompletionTree, functionName, nounsOf, singleQuoted, type Values } from "./completion-tree.ts";

/** Completion for zsh, with what each candidate is for. Sourced, or as a file `_<subject>` in fpath. */
export function zshCompletion(tree: CompletionTree): string {
  const name = functionName(tree.subject);
  const nouns = nounsOf(tree);
  return `${[
    `#compdef ${tree.subject}`,
    `${name}() {`,
    "  local tool before word at given=0 expects= data=",
    "  local -a offered typed",
    "  # The words without the global options that stand before noun and verb, and their values.",
    '  typed=("${words[1]}")',
    "  for (( at = 2; at <= CURRENT; at++ )); do",
    '    if (( $#typed < 3 && at < CURRENT )) && [[ "${words[at]}" == -* ]]; then',
    `      if [[ "\${words[at]}" != *=* ]] && ${name}_takes "" "\${words[at]}"; then`,
    "        (( ++at < CURRENT )) || return",
    "      fi",
    "      continue",
    "    fi",
    '    typed+=("${words[at]}")',
    "  done",
    "  word=${typed[-1]}",
    "  before=${typed[-2]}",
    "  if (( $#typed <= 2 )); then",
    `    offered=(${nouns.map(({ noun, tools }) => described(noun, tools.map(({ verb }) => verb).join(", "))).join(" ")})`,
    "    _describe -t nouns noun offered",
    "    return",
    "  fi",
    "  if (( $#typed == 3 )); then",
    "    case ${typed[2]} in",
    ...nouns.map(
      ({ noun, tools }) => `      ${singleQuoted(noun)}) offered=(${tools.map((tool) => described(tool.verb, tool.about)).join(" ")}) ;;`,
    ),
    "    esac",
    "    _describe -t verbs verb offered",
    "    return",
    "  fi",
    '  tool="${typed[2]} ${typed[3]}"',
    "  if [[ -z $data && $word == --*=* ]]; then",
    "    before=${word%%=*}",
    '    compset -P "*="',
    "  fi",
    "  for (( at = 4; at < $#typed; at++ )); do",
    "    if [[ -n $data ]]; then (( given++ )); continue; fi",
    "    case ${typed[at]} in",
    "      --) data=1 expects= ;;",
    "      --*=*) expects= ;;",
    "      -*) expects=",
    `        ${name}_takes "$tool" "\${typed[at]}" && expects=1 ;;`,
    "      *) if [[ -n $expects ]]; then expects=; else (( given++ )); fi ;;",
    "    esac",
    "  done",
    "  if [[ -z $data ]]; then",
    '    case "$tool $before" in',
    ...tree.tools.flatMap((tool) =>
      tool.options.flatMap((option) =>
        valuePattern(
          option,
          option.spellings.map((spelling) => singleQuoted(`${tool.noun} ${tool.verb} ${spelling}`)),
        ),
      ),
    ),
    ...tree.globals.flatMap((option) =>
      valuePattern(
        option,
        option.spellings.map((spelling) => `*${singleQuoted(` ${spelling}`)}`),
      ),
    ),
    "    esac",
    "    if [[ $word == -* ]]; then",
    "      case $tool in",
    ...tree.tools.map((tool) => `        ${singleQuoted(`${tool.noun} ${tool.verb}`)}) offered=(${options(tool.options)}) ;;`),
    "      esac",
    `      offered+=(${options(tree.globals)})`,
    "      _describe -t options option offered",
    "      return",
    "    fi",
    "  fi",
    '  case "$tool $given" in',
    ...tree.tools.flatMap((tool) =>
      tool.args.flatMap((values, at) => {
        if (values.kind === "any") return [];
        const endless = tool.endless && at === tool.args.length - 1;
        return [
          `    ${endless ? `${singleQuoted(`${tool.noun} ${tool.verb} `)}*` : singleQuoted(`${tool.noun} ${tool.verb} ${at}`)}) ${action(values)} ;;`,
        ];
      }),
    ),
    "  esac",
    "}",
    `${name}_takes() {`,
    '  case "$1 $2" in',
    ...tree.tools.flatMap((tool) => {
      const taking = tool.options.filter(({ values }) => values !== undefined).flatMap(({ spellings }) => spellings);
      return taking.length === 0
        ? []
        : [`    ${taking.map((spelling) => singleQuoted(`${tool.noun} ${tool.verb} ${spelling}`)).join(" | ")}) return 0 ;;`];
    }),
    `    ${tree.globals
      .filter(({ values }) => values !== undefined)
      .flatMap(({ spellings }) => spellings.map((spelling) => `*${singleQuoted(` ${spelling}`)}`))
      .join(" | ")}) return 0 ;;`,
    "  esac",
    "  return 1",
    "}",
    `if [[ \${funcstack[1]-} == ${singleQuoted(`_${tree.subject}`)} ]]; then ${name} "$@"; else compdef ${name} ${singleQuoted(tree.subject)}; fi`,
  ].join("\n")}\n`;
}

function valuePattern(option: CompletedOption, patterns: readonly string[]): string[] {
  return option.values === undefined ? [] : [`      ${patterns.join(" | ")}) ${action(option.values)}; return ;;`];
}

function action(values: Values): string {
  switch (values.kind) {
    case "words":
      return `compadd -- ${values.words.map(singleQuoted).join(" ")}`;
    case "files":
      return "_files";
    case "any":
      return "_message value";
  }
}

function options(list: readonly CompletedOption[]): string {
  return list.flatMap(({ spellings, about }) => spellings.map((spelling) => described(spelling, about))).join(" ");
}

/** `_describe` splits at the first colon that no backslash precedes. */
function described(word: string, about: string): string {
  return singleQuoted(`${word.replaceAll(":", "\\:")}:${about}`);
}
