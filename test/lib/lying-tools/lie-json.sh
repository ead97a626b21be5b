#!/usr/bin/env bash
# TOOL_META
# noun: lie
# verb: json
# summary: Declares JSON, and prints a sentence before it.
# preconditions: []
# idempotent: true
# side_effects: []
# options: []
# output: json
echo "Here it is:"
echo '{"count": 1}'
