#!/usr/bin/env python3
"""TOOL_META
noun: lie
verb: no-fix
summary: Says what is wrong, and not what to do.
preconditions: []
idempotent: true
side_effects: []
args:
  - {name: file, type: path, required: true, description: What to read.}
examples: [lie no-fix notes.txt]
"""
import json
import os
import sys

with_arguments = json.loads(os.environ["TOOL_ARGS"])
try:
    with open(with_arguments["file"]) as text:
        print(len(text.read()))
except OSError as error:
    print(f"Error: Cannot read it: {error.strerror}\n  [LAYER: precondition] [RECOVERABLE: yes]", file=sys.stderr)
    sys.exit(1)
