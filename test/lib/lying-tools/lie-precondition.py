#!/usr/bin/env python3
"""TOOL_META
noun: lie
verb: precondition
summary: Says that it needs nothing, and needs a configuration.
preconditions: []
idempotent: true
side_effects: []
options: []
"""
import os
import sys

if not os.path.exists(os.path.join(os.environ["PROJECT_ROOT"], "config.json")):
    print("Error: config.json not found\n  [LAYER: precondition] [RECOVERABLE: yes]\n  → Fix: echo '{}' > config.json", file=sys.stderr)
    sys.exit(1)
print("done")
