/**
 * TOOL_META
 * The contract's sample in TypeScript: as many lines as asked for.
 *
 * @noun sample
 * @verb module
 * @option {integer} [lines=3] - How many.
 * @precondition none
 * @side_effect none
 * @idempotent true
 * @example sample module --lines 2
 */
export const run = ({ lines }: { lines: number }): string => Array.from({ length: lines }, (_, at) => `line ${at} 日本`).join("\n");
