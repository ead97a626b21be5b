#!/usr/bin/env bash
# TOOL_META
# noun: lie
# verb: bare-exit
# summary: Ends with 1 and no word where it is given nothing to look for.
# preconditions: []
# idempotent: true
# side_effects: []
# options:
#   - {name: word, type: string, required: true, description: What to look for.}
# examples: [lie bare-exit --word notes]
set -u
[ -n "$ARG_WORD" ] || exit 1
echo "found ${#ARG_WORD} characters"
