#!/usr/bin/env python3
"""TOOL_META
noun: lie
verb: environment
summary: Answers by a variable that it does not declare, in a way that no reading of its text shows.
preconditions: []
idempotent: true
side_effects: []
options: []
"""
import os

name = "_".join(["LIE", "MODE"])
print(os.environ.get(name, "plain"))
