#!/usr/bin/env bash
# TOOL_META
# noun: lie
# verb: background
# summary: Ends at once, and goes on behind it.
# preconditions: []
# idempotent: true
# side_effects: [writes late.txt]
# options: []
set -eu
(
  sleep 1
  echo late >"$PROJECT_ROOT/late.txt"
) &
echo done
