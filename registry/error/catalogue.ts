import { CAPABILITIES } from "./catalogue/capabilities.ts";
import { DOCUMENTS } from "./catalogue/documents.ts";
import { GATES } from "./catalogue/gates.ts";
import { GRAMMAR } from "./catalogue/grammar.ts";
import { HOOKS } from "./catalogue/hooks.ts";
import { LAUNCHER } from "./catalogue/launcher.ts";
import { MODULE } from "./catalogue/module.ts";
import { OUTCOME } from "./catalogue/outcome.ts";
import { PLAN } from "./catalogue/plan.ts";
import { PROJECT } from "./catalogue/project.ts";
import { PROOF } from "./catalogue/proof.ts";
import { REGISTRY } from "./catalogue/registry.ts";
import { RUNNER } from "./catalogue/runner.ts";
import { SCAFFOLD } from "./catalogue/scaffold.ts";
import { SEARCH } from "./catalogue/search.ts";
import { SESSION } from "./catalogue/session.ts";
import { WORKSPACE } from "./catalogue/workspace.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { shellQuote } from "./shell-quote.ts";
import { ToolError } from "./tool-error.ts";

/**
 * Every failure the toolkit itself raises, by its stable code. The one source of
 * the messages, of `docs/errors.md` and of the JSON Schema of errors.
 */
export const CATALOGUE = {
  ...LAUNCHER,
  ...GRAMMAR,
  ...PROJECT,
  ...GATES,
  ...HOOKS,
  ...CAPABILITIES,
  ...RUNNER,
  ...MODULE,
  ...OUTCOME,
  ...REGISTRY,
  ...DOCUMENTS,
  ...PLAN,
  ...PROOF,
  ...SCAFFOLD,
  ...SEARCH,
  ...WORKSPACE,
  ...SESSION,
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
