#!/usr/bin/env bash
# Hands over to niche-dispatch. For wrappers that exec "${PROJECT_ROOT}/scripts/dispatcher.sh".
set -u
here=$(CDPATH='' cd -P -- "$(dirname -- "$0")" && pwd) || exit 3
: "${PROJECT_ROOT:=$(CDPATH='' cd -P -- "$here/.." && pwd)}"
export PROJECT_ROOT
for dispatch in "$PROJECT_ROOT/node_modules/.bin/niche-dispatch" "$here/../node_modules/.bin/niche-dispatch" "$here/../bin/niche-dispatch"; do
  [ -f "$dispatch" ] && exec "$BASH" "$dispatch" ${1+"$@"}
done
command -v niche-dispatch >/dev/null && exec niche-dispatch ${1+"$@"}
fix="npm install --prefix $(printf '%q' "$PROJECT_ROOT") --save-dev nichekit" b=$'\\' q='"'
printf 'Error: nichekit is not installed: no niche-dispatch in node_modules/.bin or on PATH\n  [LAYER: precondition] [RECOVERABLE: yes]\n  → Fix: %s\n' "$fix" >&2
fix=${fix//"$b"/"$b$b"}
case " $* " in *' --json '*) printf '{"ok":false,"tool":null,"error":{"code":"nichekit_missing","layer":"precondition","recoverable":"yes","message":"nichekit is not installed","fix":["%s"],"exit_code":1},"meta":{"duration_ms":0,"dry_run":false,"truncated":null,"warnings":[]}}\n' "${fix//"$q"/"$b$q"}" ;; esac
exit 1
