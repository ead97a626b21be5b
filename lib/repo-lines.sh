#!/usr/bin/env bash
# TOOL_META
# noun: repo
# verb: lines
# summary: List the source files that are longer than a limit, longest first; use it before a review, to see what should be split.
# preconditions: [command git]
# idempotent: true
# side_effects:
#   - reads ${PROJECT_ROOT}
#   - process git ls-files
# options:
#   - {name: max, short: m, type: integer, default: 300, description: How many lines a file may have.}
#   - name: ext
#     type: string[]
#     default: [ts, tsx, js, jsx, mjs, cjs, sh, bash, py]
#     description: File name extensions that count as source; files without one count if they begin with a #! line.
# output: json
# env: [PROJECT_ROOT]
# exit_codes:
#   0: The list, which may be empty.
#   1: PROJECT_ROOT is no git work tree, or --max is below 1.
# keywords: [lines, length, size, review]
# examples: [repo lines, repo lines --max 200 --ext ts]
set -u
# shellcheck source=/dev/null
. "$TOOL_SUPPORT"

# git words the message; a work tree of another owner is refused as well.
if ! refused=$(git -C "$PROJECT_ROOT" rev-parse --show-prefix 2>&1 >/dev/null); then
  fail_precondition "No git work tree at $PROJECT_ROOT: ${refused%%$'\n'*}" --fix "git -C $(printf '%q' "$PROJECT_ROOT") init"
fi
[ "$ARG_MAX" -ge 1 ] || fail_precondition "--max must be 1 or more, not $ARG_MAX" --fix "$SUBJECT_COMMAND repo lines --max 300"
cd "$PROJECT_ROOT" || exit 2

# Written and not ignored: what git tracks, and what it would offer to track.
# A name without a dot in it counts by its first two bytes.
sources() {
  local file name head
  git ls-files -z --cached --others --exclude-standard --deduplicate | while IFS= read -r -d '' file; do
    if [ -L "$file" ] || [ ! -f "$file" ] || [ ! -r "$file" ]; then continue; fi
    name=${file##*/}
    case $name in
      *.*) case $'\n'$ARG_EXT$'\n' in *$'\n'"${name##*.}"$'\n'*) printf './%s\0' "$file" ;; esac ;;
      *)
        head=
        IFS= read -r -n 2 head <"$file"
        [ "$head" = '#!' ] && printf './%s\0' "$file"
        ;;
    esac
  done
}

# A line for each file: how many lines it has, and its name as JSON. xargs may start awk several times.
# shellcheck disable=SC2016  # awk's own $
counted() {
  xargs -0 awk '
    function told() { if (name != "") printf "%d\t\"%s\"\n", lines, name }
    FNR == 1 {
      told()
      name = substr(FILENAME, 3)
      gsub(/\\/, "&&", name); gsub(/"/, "\\\"", name); gsub(/\t/, "\\t", name); gsub(/\n/, "\\n", name)
    }
    { lines = FNR }
    END { told() }
  '
}

# shellcheck disable=SC2016  # awk's own $
sources | counted | LC_ALL=C sort -t "$(printf '\t')" -k1,1nr -k2 | awk -F '\t' -v max="$ARG_MAX" '
  $1 > max { longer = longer (count++ ? "," : "") "{\"path\":" $2 ",\"lines\":" $1 "}" }
  { files++; lines += $1 }
  END { printf "{\"max\":%d,\"files\":%d,\"lines\":%d,\"count\":%d,\"longer\":[%s]}\n", max, files, lines, count, longer }
'
