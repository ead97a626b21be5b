import type { JsonSchema } from "./tool-meta.ts";

export function headerJsonSchema(): JsonSchema {
  return { type: "object" };
}
