#!/usr/bin/env bash
# TOOL_META
# noun: lie
# verb: example
# summary: Shows an option that it does not have.
# preconditions: []
# idempotent: true
# side_effects: []
# options:
#   - {name: limit, type: integer, default: 1, description: How many.}
# examples: [lie example --max 3]
seq "$ARG_LIMIT"
