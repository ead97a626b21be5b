#!/usr/bin/env bash
# TOOL_META
# noun: lie
# verb: stamp
# summary: Says that twice is once, and writes the time.
# preconditions: []
# idempotent: true
# side_effects: [writes stamp]
# options: []
set -eu
date +%H:%M:%S >"$PROJECT_ROOT/stamp"
echo done
