#!/usr/bin/env python3
"""TOOL_META
noun: lie
verb: large
summary: Prints all there is, unasked.
preconditions: []
idempotent: true
side_effects: []
options: []
"""
for number in range(200_000):
    print(f"line {number}")
