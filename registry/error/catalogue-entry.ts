import type { Layer, Recoverable } from "./tool-error.ts";

/**
 * One failure that the toolkit itself raises.
 *
 * In `message`, `{name}` stands for a value. In `fix`, `{name}` is quoted for
 * the shell and `{name!}` is a command line that stands as it is. A code whose
 * fix is computed (the providing tool of a failed precondition) has an empty
 * `fix`, and its raiser must give one.
 */
export interface CatalogueEntry {
  layer: Layer;
  recoverable: Recoverable;
  message: string;
  fix: readonly string[];
}
