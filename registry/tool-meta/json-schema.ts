import * as z from "zod/mini";
import { HeaderSchema } from "./schema.ts";
import type { JsonSchema } from "./tool-meta.ts";

/** JSON Schema (2020-12) of a header in the YAML spelling, for editors. */
export function headerJsonSchema(): JsonSchema {
  return {
    title: "TOOL_META",
    description: "The header of a nichekit tool: the only source of its metadata.",
    // What a person writes, before numbers and truth values are read from text. Checks without a JSON form are left out.
    ...z.toJSONSchema(HeaderSchema, { io: "input", target: "draft-2020-12", unrepresentable: "any" }),
  };
}
