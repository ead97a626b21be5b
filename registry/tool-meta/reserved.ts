/**
 * The global options (contract 4.2): the routing layer enforces them for every
 * tool, so no header may declare an option of these names or letters.
 */
export const RESERVED_OPTIONS: readonly string[] = ["json", "dry-run", "yes", "input", "timeout", "fields", "max-bytes", "help", "version"];

/** `-y` is `--yes` and `-h` is `--help`. */
export const RESERVED_LETTERS: readonly string[] = ["y", "h"];
