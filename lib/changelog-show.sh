#!/usr/bin/env bash
# TOOL_META
# noun: changelog
# verb: show
# summary: Show one release's section of the changelog, as the notes of a release or to see what changed; without --release the topmost section that says something.
# preconditions: [CHANGELOG is a file]
# idempotent: true
# side_effects: [reads CHANGELOG]
# options:
#   - {name: release, short: r, type: string, description: "A version such as 1.2.0, or unreleased."}
# env:
#   - CHANGELOG=${PROJECT_ROOT}/CHANGELOG.md
# exit_codes:
#   0: The section, without its heading.
#   1: The changelog has no such section.
#   3: The changelog has no sections at all, or is not there.
# keywords: [changelog, release, notes, version]
# examples: [changelog show, changelog show --release 0.1.0]
# see_also: [registry diff]
set -u
# shellcheck source=/dev/null
. "$TOOL_SUPPORT"

# Headings of keepachangelog.com: `## [1.2.0] - 2026-01-31`, `## 1.2.0`, `## [Unreleased]`. Those in a code fence are text.
# mode=list: the names, a line each. mode=show: the section named, or the first that holds more than blank lines.
# shellcheck disable=SC2016  # awk's own $
sections() {
  awk -v mode="$1" -v wanted="$2" '
    function section(line) {
      sub(/^##[ \t]+/, "", line)
      if (line ~ /^\[/) { sub(/^\[/, "", line); sub(/\].*/, "", line) } else sub(/[ \t].*/, "", line)
      return line
    }
    { sub(/\r$/, "") }
    /^(```|~~~)/ { fenced = !fenced }
    !fenced && /^##[ \t]/ {
      if (mode == "list") { print section($0); next }
      if (found) exit
      open = wanted == "" || tolower(section($0)) == tolower(wanted)
      found = open && wanted != ""
      next
    }
    !fenced && /^\[[^]]+\]:/ { next }
    mode == "show" && open {
      if ($0 ~ /^[ \t]*$/) { if (text != "") blank = blank "\n"; next }
      text = text blank $0 "\n"; blank = ""
      if (wanted == "") found = 1
    }
    END { printf "%s", text }
  ' "$CHANGELOG"
}

known=$(sections list '')
if [ -z "$known" ]; then
  fail_precondition "$CHANGELOG has no section (a line such as: ## [1.0.0] - 2026-01-31)" --recoverable user-action-required \
    --fix "Ask the user to write the changelog, or to name the right file in CHANGELOG."
fi
if [ -n "${ARG_RELEASE-}" ]; then
  there=
  while IFS= read -r name; do
    # awk compares without case; so does this, in the shell of macOS too.
    [ "$(printf %s "$name" | tr '[:upper:]' '[:lower:]')" = "$(printf %s "$ARG_RELEASE" | tr '[:upper:]' '[:lower:]')" ] && there=yes
  done <<<"$known"
  [ -n "$there" ] || fail_precondition "The changelog has no section $ARG_RELEASE; it has: $(printf %s "$known" | tr '\n' ' ')" \
    --fix "$SUBJECT_COMMAND changelog show --release ${known%%$'\n'*}"
fi
sections show "${ARG_RELEASE-}"
