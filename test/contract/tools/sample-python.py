#!/usr/bin/env python3
"""TOOL_META
noun: sample
verb: python
summary: The contract's sample in Python; lines as JSON values, one a line.
preconditions: []
idempotent: true
side_effects: []
options:
  - {name: lines, type: integer, default: 3}
output: ndjson
examples: [sample python --lines 2]
"""
import json
import os

for number in range(json.loads(os.environ["TOOL_ARGS"])["lines"]):
    print(json.dumps({"line": number, "text": "日本語"}, ensure_ascii=False))
