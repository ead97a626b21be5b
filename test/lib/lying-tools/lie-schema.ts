/**
 * TOOL_META
 * Declares a schema, and returns a text where it says a number.
 *
 * @noun lie
 * @verb schema
 * @option none
 * @precondition none
 * @side_effect none
 * @idempotent true
 * @output json {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}
 */
export const run = (): { count: string } => ({ count: "three" });
