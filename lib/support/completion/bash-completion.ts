import { type CompletedOption, type CompletionTree, functionName, nounsOf, singleQuoted, type Values } from "./completion-tree.ts";

/**
 * Completion for Bash 3.2 and later: everything stands in the script, so a key press starts no program.
 * Candidates are compared as text, never expanded; an `=` is a word of its own to Bash (COMP_WORDBREAKS).
 */
export function bashCompletion(tree: CompletionTree): string {
  const name = functionName(tree.subject);
  const nouns = nounsOf(tree);
  return `${[
    `${name}_offer() { # WORD CANDIDATE…: those that begin with the word`,
    "  local word=$1 candidate",
    "  shift",
    "  COMPREPLY=()",
    "  for candidate; do",
    // `printf -v` starts no subshell.
    '    case $candidate in "$word"*) printf -v candidate %q "$candidate"; COMPREPLY[${#COMPREPLY[@]}]=$candidate ;; esac',
    "  done",
    "}",
    `${name}_files() {`,
    "  local line",
    "  COMPREPLY=()",
    "  compopt -o filenames 2>/dev/null",
    '  while IFS= read -r line; do COMPREPLY[${#COMPREPLY[@]}]=$line; done < <(compgen -f -- "$1")',
    "}",
    `${name}_values() { # TOOL OPTION WORD: 1 if the option takes no value`,
    '  case "$1 $2" in',
    ...tree.tools.flatMap((tool) =>
      tool.options.flatMap((option) => patterns(option, `${tool.noun} ${tool.verb} `, (values) => action(name, values, '"$3"'))),
    ),
    ...globalPatterns(tree, name),
    "    *) return 1 ;;",
    "  esac",
    "}",
    `${name}() {`,
    '  local word=${COMP_WORDS[COMP_CWORD]} before="" at tool="" given=0 expects="" data="" noun verb last=0 typed',
    "  COMPREPLY=()",
    "  # The words without the global options that stand before noun and verb, and their values.",
    '  typed=("${COMP_WORDS[0]}")',
    "  for ((at = 1; at <= COMP_CWORD; at++)); do",
    '    if [ "$last" -lt 2 ] && [ "$at" -lt "$COMP_CWORD" ]; then',
    "      case ${COMP_WORDS[at]} in",
    "        -*)",
    `          if [ "\${COMP_WORDS[at + 1]}" = "=" ]; then at=$((at + 2)); elif ${name}_takes "" "\${COMP_WORDS[at]}"; then at=$((at + 1)); fi`,
    '          [ "$at" -lt "$COMP_CWORD" ] || return',
    "          continue",
    "          ;;",
    "      esac",
    "    fi",
    "    last=$((last + 1))",
    "    typed[last]=${COMP_WORDS[at]}",
    "  done",
    "  noun=${typed[1]-} verb=${typed[2]-}",
    '  [ "$last" -gt 0 ] && before=${typed[last - 1]}',
    '  if [ "$last" -le 1 ]; then',
    `    case $word in -*) ${name}_offer "$word" --help --version --json ;; *) ${name}_offer "$word" ${words(nouns.map(({ noun }) => noun))} ;; esac`,
    "    return",
    "  fi",
    '  if [ "$last" -eq 2 ]; then',
    "    case $noun in",
    ...nouns.map(
      ({ noun, tools }) => `      ${singleQuoted(noun)}) ${name}_offer "$word" ${words([...tools.map(({ verb }) => verb), "--help"])} ;;`,
    ),
    "    esac",
    "    return",
    "  fi",
    '  tool="$noun $verb"',
    "  # --option=value comes as three words.",
    '  if [ "$word" = "=" ]; then word="" before=${typed[last - 1]}; elif [ "$before" = "=" ]; then before=${typed[last - 2]}; fi',
    "  for ((at = 3; at < last; at++)); do",
    '    if [ -n "$data" ]; then given=$((given + 1)); continue; fi',
    "    case ${typed[at]} in",
    '      --) data=1 expects="" ;;',
    "      =) expects=1 ;;",
    '      -*) expects=""',
    `        ${name}_takes "$tool" "\${typed[at]}" && expects=1 ;;`,
    '      *) if [ -n "$expects" ]; then expects=""; else given=$((given + 1)); fi ;;',
    "    esac",
    "  done",
    `  if [ -z "$data" ]; then`,
    `    case $before in -*) ${name}_values "$tool" "$before" "$word" && return ;; esac`,
    "    case $word in",
    "      -*)",
    "        case $tool in",
    ...tree.tools.map(
      (tool) =>
        `          ${singleQuoted(`${tool.noun} ${tool.verb}`)}) ${name}_offer "$word" ${words(spellings([...tool.options, ...tree.globals]))} ;;`,
    ),
    "        esac",
    "        return ;;",
    "    esac",
    "  fi",
    '  case "$tool $given" in',
    ...tree.tools.flatMap((tool) => argumentPatterns(tool, name)),
    "  esac",
    "}",
    `${name}_takes() { # TOOL OPTION: whether a value follows`,
    '  case "$1 $2" in',
    ...tree.tools.flatMap((tool) => {
      const taking = tool.options.filter(({ values }) => values !== undefined);
      const all = spellings(taking).map((spelling) => singleQuoted(`${tool.noun} ${tool.verb} ${spelling}`));
      return all.length === 0 ? [] : [`    ${all.join(" | ")}) return 0 ;;`];
    }),
    `    ${spellings(tree.globals.filter(({ values }) => values !== undefined))
      .map((spelling) => `*${singleQuoted(` ${spelling}`)}`)
      .join(" | ")}) return 0 ;;`,
    "  esac",
    "  return 1",
    "}",
    `complete -F ${name} ${singleQuoted(tree.subject)}`,
  ].join("\n")}\n`;
}

function argumentPatterns(tool: CompletionTree["tools"][number], name: string): string[] {
  return tool.args.flatMap((values, at) => {
    if (values.kind === "any") return [];
    const last = tool.endless && at === tool.args.length - 1;
    const exact = singleQuoted(`${tool.noun} ${tool.verb} ${at}`);
    return [`    ${last ? `${singleQuoted(`${tool.noun} ${tool.verb} `)}*` : exact}) ${action(name, values, '"$word"')} ;;`];
  });
}

function globalPatterns(tree: CompletionTree, name: string): string[] {
  return tree.globals.flatMap((option) =>
    option.values === undefined
      ? []
      : [
          `    ${option.spellings.map((spelling) => `*${singleQuoted(` ${spelling}`)}`).join(" | ")}) ${action(name, option.values, '"$3"')} ;;`,
        ],
  );
}

function patterns(option: CompletedOption, before: string, act: (values: Values) => string): string[] {
  if (option.values === undefined) return [];
  return [`    ${option.spellings.map((spelling) => singleQuoted(before + spelling)).join(" | ")}) ${act(option.values)} ;;`];
}

function action(name: string, values: Values, word: string): string {
  switch (values.kind) {
    case "words":
      return `${name}_offer ${word} ${words(values.words)}`;
    case "files":
      return `${name}_files ${word}`;
    case "any":
      return ":";
  }
}

function words(list: readonly string[]): string {
  return list.map(singleQuoted).join(" ");
}

function spellings(options: readonly CompletedOption[]): string[] {
  return options.flatMap((option) => option.spellings);
}
