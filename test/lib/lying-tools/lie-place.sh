#!/usr/bin/env bash
# TOOL_META
# noun: lie
# verb: place
# summary: Works only where its caller stands in the project.
# preconditions: [notes.txt is a file]
# idempotent: true
# side_effects: [reads notes.txt]
# options: []
set -u
# shellcheck source=/dev/null
. "$TOOL_SUPPORT"
[ -f notes.txt ] || fail_precondition "No notes here" --fix "cd $PROJECT_ROOT"
wc -l <notes.txt
