#!/usr/bin/env bash
# TOOL_META
# noun: lie
# verb: append
# summary: Says that twice is once, and grows a file at every run.
# preconditions: []
# idempotent: true
# side_effects: [writes log.txt]
# options: []
set -eu
echo again >>"$PROJECT_ROOT/log.txt"
echo done
