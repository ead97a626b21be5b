/**
 * TOOL_META
 * Says that twice is once, and never answers the same.
 *
 * @noun lie
 * @verb random
 * @option none
 * @precondition none
 * @side_effect none
 * @idempotent true
 * @output json
 */
export const run = () => ({ count: Math.random() });
