#!/usr/bin/env bash
# TOOL_META
# noun: lie
# verb: create
# summary: Says that it changes nothing, and leaves a file.
# preconditions: []
# idempotent: true
# side_effects: []
# options: []
set -eu
printf 'seen\n' >"$PROJECT_ROOT/seen.txt"
echo done
