/** A text for an implementer, and why it is given. */
export interface FoundText {
  readonly kind: "rule" | "document";
  /** Absolute. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly title: string;
  readonly heading_path: readonly string[];
  readonly text: string;
  readonly reason: string;
}
