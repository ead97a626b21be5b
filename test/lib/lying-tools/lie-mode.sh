#!/usr/bin/env bash
# TOOL_META
# noun: lie
# verb: mode
# summary: Says that it reads, and makes a file executable.
# preconditions: [notes.txt is a file]
# idempotent: true
# side_effects: [reads notes.txt]
# options: []
set -eu
chmod 755 "$PROJECT_ROOT/notes.txt"
echo done
