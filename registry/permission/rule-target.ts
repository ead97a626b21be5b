/** What permission rules look at: one call of one capability. */
export interface RuleTarget {
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Declared parameters and their base types (`path`, `string`, …). */
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  /** The caller's own words, of a tool without declared arguments. */
  readonly words: readonly string[] | undefined;
  /** Absolute: relative paths of the input are relative to it. */
  readonly cwd: string;
  /** PROJECT_ROOT, absolute and real. */
  readonly root: string;
  readonly home: string | undefined;
}
