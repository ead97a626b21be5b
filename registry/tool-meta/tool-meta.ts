import type { Effect } from "../plan/effect.ts";
import type { Precondition } from "../plan/precondition.ts";

/** The base type of one value; `enum` names its values in `values`. */
export type ValueType = "string" | "number" | "integer" | "boolean" | "path" | "enum";

/** One option or positional argument, in normal form. */
export interface Parameter {
  /** As written in the header: letters, digits, `-` and `_`. */
  name: string;
  type: ValueType;
  /** True for `T[]`: the option may repeat or take several values; only the last positional may be a list. */
  list: boolean;
  /** The allowed values of an `enum`, in the header's order. */
  values?: readonly string[];
  required: boolean;
  /** Already of the declared type; an array for a list. */
  default?: unknown;
  description?: string;
  /** One letter (options only). */
  short?: string;
  /** Variable that supplies the value when the option is absent. */
  env?: string;
}

/** A variable the tool reads. `default` may hold `${VAR}` references. */
export interface EnvVariable {
  name: string;
  default?: string;
}

export type OutputFormat = "text" | "json" | "ndjson";
export type Risk = "low" | "medium" | "high";
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A tool's header in normal form: what both spellings (contract 4.3) parse to. */
export interface ToolMeta {
  noun: string;
  verb: string;
  /** Absent only in a minimal tool. */
  summary?: string;
  preconditions: readonly Precondition[];
  idempotent: boolean;
  side_effects: readonly Effect[];
  /** Absent together with `args`: nothing is declared, so everything is passed on unchecked. */
  options?: readonly Parameter[];
  args?: readonly Parameter[];
  output: { format: OutputFormat; schema?: JsonSchema };
  env: readonly EnvVariable[];
  exit_codes?: Readonly<Partial<Record<"0" | "1" | "2" | "3", string>>>;
  dry_run?: "native";
  /** True if the tool reads stdin; otherwise it is closed. */
  stdin?: true;
  /** Seconds, may be fractional. */
  timeout?: number;
  /** Raises the derived risk, never lowers it. */
  risk?: Risk;
  keywords?: readonly string[];
  paths?: readonly string[];
  examples?: readonly string[];
  see_also?: readonly string[];
}

/** Where a header was found: the text between the comment marks, and its place. */
export interface HeaderText {
  /** `yaml` for `#`, `//`, block and docstring comments; `tags` for JSDoc. */
  spelling: "yaml" | "tags";
  /** Comment content with marks and common indentation removed, LF only. Lines before TOOL_META are not included. */
  text: string;
  /** 1-based line of the file at which `text` begins. */
  line: number;
  /** SHA-256 (hex) of `spelling`, a newline, `text` and the guards, if any: the header's identity, indifferent to BOM and CRLF. */
  sha256: string;
  /** Variables a shell tool insists on by `: "${NAME:?…}"`: each counts as the precondition `NAME is set` and as declared `env`. */
  guards?: readonly string[];
  /** Guards that stand in a branch: declared `env` only, since other calls of the tool don't need them. */
  branch_guards?: readonly string[];
}

/** One fault of a header. `fix` is what to write instead. */
export interface HeaderProblem {
  code: string;
  /** Path as it should be shown (relative to PROJECT_ROOT where it lies inside). */
  file: string;
  /** 1-based. */
  line: number;
  message: string;
  fix: string;
}

export type HeaderResult =
  | { ok: true; meta: ToolMeta; warnings: readonly HeaderProblem[] }
  | { ok: false; problems: readonly HeaderProblem[] };
