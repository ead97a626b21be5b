import { shellQuote } from "./shell-quote.ts";
import { type Layer, type Recoverable, ToolError } from "./tool-error.ts";

/**
 * Every failure the toolkit itself raises. The one source of the messages, of
 * `docs/errors.md` and of the JSON Schema of errors.
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

export const CATALOGUE = {
  // grammar
  unknown_noun: { layer: "precondition", recoverable: "yes", message: "Unknown noun: {noun}", fix: ["{command!} --help"] },
  unknown_verb: { layer: "precondition", recoverable: "yes", message: "Unknown verb: {noun} {verb}", fix: ["{command!} {noun} --help"] },
  // registry: settings
  settings_unreadable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "Cannot read the settings {file} ({reason})",
    fix: ["Ask the user to make {file} a file that this account may read."],
  },
  settings_not_json: { layer: "precondition", recoverable: "yes", message: "{file}:{line}: not JSON: {reason}", fix: [] },
  settings_invalid: { layer: "precondition", recoverable: "yes", message: "{file}:{line}: {reason}", fix: [] },
} as const satisfies Record<string, CatalogueEntry>;

export type FaultCode = keyof typeof CATALOGUE;
export type FaultValues = Readonly<Record<string, string | number>>;

/** Builds the error of the catalogue. `fix` replaces the template where it is computed. */
export function fault(
  code: FaultCode,
  values: FaultValues = {},
  extra: { fix?: readonly string[]; detail?: unknown; cause?: unknown; message?: string } = {},
): ToolError {
  const entry: CatalogueEntry = CATALOGUE[code];
  const fill = (template: string, quote: boolean) =>
    template.replace(/\{(\w+)(!?)\}/g, (_, name: string, raw: string) => {
      const value = String(values[name] ?? `{${name}}`);
      return quote && !raw ? shellQuote(value) : value;
    });
  return new ToolError({
    code,
    layer: entry.layer,
    recoverable: entry.recoverable,
    message: extra.message ?? fill(entry.message, false),
    fix: extra.fix ?? entry.fix.map((line) => fill(line, entry.recoverable !== "user-action-required")),
    ...(extra.detail === undefined ? {} : { detail: extra.detail }),
    ...(extra.cause === undefined ? {} : { cause: extra.cause }),
  });
}
