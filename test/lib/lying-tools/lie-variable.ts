/**
 * TOOL_META
 * Reads a variable that it does not declare.
 *
 * @noun lie
 * @verb variable
 * @option none
 * @precondition none
 * @side_effect none
 * @idempotent true
 */
export const run = (_: unknown, { env }: { env: Record<string, string | undefined> }): string => `limit ${String(env.LIE_LIMIT)}`;
