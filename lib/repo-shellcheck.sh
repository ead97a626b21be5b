#!/usr/bin/env bash
# TOOL_META
# noun: repo
# verb: shellcheck
# summary: Run every shell script of the repository through shellcheck and give its findings as data; use it before a commit that touches a script.
# preconditions: [command git, command shellcheck]
# idempotent: true
# side_effects:
#   - reads ${PROJECT_ROOT}
#   - process shellcheck on the scripts that git knows
# options:
#   - {name: severity, short: s, type: [error, warning, info, style], default: style, description: The mildest finding to tell.}
# output: json
# env: [PROJECT_ROOT]
# exit_codes:
#   0: The findings, which may be none.
#   1: PROJECT_ROOT is no git work tree.
#   2: shellcheck could not read a script.
# keywords: [shellcheck, bash, lint]
# paths: ["**/*.sh", "bin/*"]
# examples: [repo shellcheck, repo shellcheck --severity warning]
set -u
# shellcheck source=/dev/null
. "$TOOL_SUPPORT"

if ! refused=$(git -C "$PROJECT_ROOT" rev-parse --show-prefix 2>&1 >/dev/null); then
  fail_precondition "No git work tree at $PROJECT_ROOT: ${refused%%$'\n'*}" --fix "git -C $(printf '%q' "$PROJECT_ROOT") init"
fi
cd "$PROJECT_ROOT" || exit 2

scripts=()
while IFS= read -r -d '' file; do
  if [ -L "$file" ] || [ ! -f "$file" ]; then continue; fi
  case ${file##*/} in
    *.sh | *.bash) ;;
    *.*) continue ;;
    *)
      first=
      IFS= read -r first <"$file"
      case $first in
        '#!'*[/\ ]sh | '#!'*[/\ ]bash | '#!'*[/\ ]sh\ * | '#!'*[/\ ]bash\ *) ;;
        *) continue ;;
      esac
      ;;
  esac
  scripts[${#scripts[@]}]=./$file
done < <(git ls-files -z --cached --others --exclude-standard --deduplicate)

if [ ${#scripts[@]} -eq 0 ]; then
  printf '{"files":0,"count":0,"findings":[]}\n'
  exit 0
fi

# It reads and writes by the locale: under a plain C it stops at the first arrow in a comment.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in *[Uu][Tt][Ff]*8) ;; *) export LC_ALL=C.UTF-8 ;; esac
result=$(shellcheck --format=json1 --severity="$ARG_SEVERITY" -- "${scripts[@]}")
code=$?
# 0: clean, 1: findings; anything above is about shellcheck itself.
if [ "$code" -gt 1 ]; then
  again="shellcheck --"
  for file in "${scripts[@]}"; do again="$again $(printf '%q' "$file")"; done
  fail_runtime "shellcheck ended with $code before it had read all ${#scripts[@]} scripts" --fix "cd $(printf '%q' "$PROJECT_ROOT") && $again"
fi
findings=${result#'{"comments":'}
findings=${findings%'}'}
from='"file":"./' to='"file":"'
findings=${findings//"$from"/$to}
# Within a JSON string a quote is escaped, so this matches keys alone.
count=$(printf '%s' "$findings" | grep -o '"code":[0-9]' | wc -l)
printf '{"files":%d,"count":%d,"findings":%s}\n' "${#scripts[@]}" "$count" "$findings"
