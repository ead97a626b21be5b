#!/usr/bin/env bash
# Makes this project's document folder and its index, for people who set the repository up by hand.
set -eu
subject="$(dirname -- "$0")/../bin/myproject"
"$subject" docs init
"$subject" docs index
