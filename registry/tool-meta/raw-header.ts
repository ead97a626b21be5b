/** Steps into a header: `["options", 2, "default"]`. */
export type HeaderPath = readonly (string | number)[];

/** A fault found while a header is read; `line` is 1-based within the header's text. */
export interface RawProblem {
  code: string;
  line: number;
  message: string;
  fix: string;
}

/** What a spelling gives before the schema has judged it: scalars are text, whatever they look like. */
export interface RawHeader {
  value: Readonly<Record<string, unknown>>;
  /** 1-based line, within the header's text, of what stands at the path or of the nearest thing above it. */
  lineOf(path: HeaderPath): number;
  problems: readonly RawProblem[];
}
