# shellcheck shell=bash
# Helpers for Bash tools (contract 4.5). TOOL_SUPPORT names this file; using it is optional:
#
#   . "$TOOL_SUPPORT"
#   [ -d "$DOCS_DIR" ] || fail_precondition "DOCS_DIR not found: $DOCS_DIR" --fix "bash scripts/docs-init.sh"
#
# Each prints the error form on stderr and leaves with the exit code that it stands for. `--fix` may be repeated: commands in the order in
# which they must run, or, with `--recoverable user-action-required`, the sentence to tell the user. Bash 3.2 and later; sets no shell option.

# A precondition does not hold: exit 1 (2 with `--recoverable no`). Recoverable unless told otherwise.
fail_precondition() { _nichekit_fail precondition yes ${1+"$@"}; }

# The work itself failed: exit 2.
fail_runtime() { _nichekit_fail runtime no ${1+"$@"}; }

# Permission, network, a missing service: exit 3.
fail_platform() { _nichekit_fail platform user-action-required ${1+"$@"}; }

# _nichekit_fail LAYER RECOVERABLE MESSAGE [--fix TEXT]… [--recoverable yes|no|user-action-required]
_nichekit_fail() {
  local layer=$1 recoverable=$2 message='' fixes='' code=2 newline=$'\n'
  shift 2
  while [ $# -gt 0 ]; do
    case $1 in
      --fix) fixes="$fixes"$'\n'"  → Fix: ${2-}"; shift ;;
      --fix=*) fixes="$fixes"$'\n'"  → Fix: ${1#*=}" ;;
      --recoverable) recoverable=${2-}; shift ;;
      --recoverable=*) recoverable=${1#*=} ;;
      *) message="$message${message:+ }$1" ;;
    esac
    [ $# -eq 0 ] || shift
  done
  case $recoverable in
    yes | no | user-action-required) ;;
    *) recoverable=no ;;
  esac
  if [ "$recoverable" = user-action-required ] || [ "$layer" = platform ]; then
    code=3
  elif [ "$layer" = precondition ] && [ "$recoverable" = yes ]; then
    code=1
  fi
  message=${message//$newline/$newline  }
  printf 'Error: %s\n  [LAYER: %s] [RECOVERABLE: %s]%s\n' "$message" "$layer" "$recoverable" "$fixes" >&2
  exit "$code"
}
