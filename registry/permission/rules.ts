/**
 * Rules as `niche.json` writes them, by capability id and by argument (formats:
 * `id`, `id(specifier)`, `id(param:specifier)`, `*` in ids). Looked at in the
 * order deny, ask, allow; the first that matches decides.
 */
export interface PermissionRules {
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly allow: readonly string[];
}

export const NO_RULES: PermissionRules = { deny: [], ask: [], allow: [] };

export type RuleKind = keyof PermissionRules;

/** The rule that decided, as it was written. */
export interface RuleHit {
  readonly kind: RuleKind;
  /** Of several allow rules that it took, all, with commas between them. */
  readonly rule: string;
  /** Of `ask`: whether the deny or ask rule is about the call cannot be told, so a person must. */
  readonly undecided?: true;
}
