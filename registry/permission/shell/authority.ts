/** Arguments by which a program does more than its name says. Lists are words with spaces between them. */
export interface Authority {
  /** Options as they are written, without their values. */
  readonly options?: string;
  /** Letters of short options that may stand in a cluster (`-xzf`). */
  readonly letters?: string;
  /** Such letters, where they stand before the first word that is no option. */
  readonly first?: string;
  /** Subcommands that select such a function of the program. */
  readonly words?: string;
  /** Anything else that does. */
  readonly other?: RegExp;
  /** What they make possible, for people. */
  readonly what: string;
}
