#!/usr/bin/env bash
# TOOL_META
# noun: sample
# verb: shell
# summary: The contract's sample in Bash: as many lines as asked for.
# preconditions: []
# idempotent: true
# side_effects: []
# options:
#   - {name: lines, type: integer, default: 3}
# examples: [sample shell --lines 2]
seq -f 'line %06g 日本' 1 "$ARG_LINES"
