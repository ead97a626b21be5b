#!/usr/bin/env bash
# TOOL_META
# noun: lie
# verb: temporary
# summary: Leaves its temporary file behind.
# preconditions: []
# idempotent: true
# side_effects: []
# options: []
set -eu
echo draft >"$(mktemp)"
echo done
