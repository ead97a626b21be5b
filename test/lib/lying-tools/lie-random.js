/**
 * TOOL_META
 * Says that twice is once, and writes another number at every run.
 *
 * @noun lie
 * @verb random
 * @option none
 * @precondition none
 * @side_effect writes number.txt
 * @idempotent true
 */
import * as files from "node:fs";

export const run = (_, { env }) => {
  files.writeFileSync(`${env.PROJECT_ROOT}/number.txt`, `${Math.random()}\n`);
  return "done";
};
