/**
 * TOOL_META
 * Looks where only its author's machine has something.
 *
 * @noun lie
 * @verb absolute
 * @option none
 * @precondition none
 * @side_effect none
 * @idempotent true
 */
import { existsSync } from "node:fs";

export const run = (): string => (existsSync("/home/author/project/notes.txt") ? "there" : "not there");
