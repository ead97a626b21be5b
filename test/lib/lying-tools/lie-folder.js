/**
 * TOOL_META
 * Takes the process's folder for the project's.
 *
 * @noun lie
 * @verb folder
 * @option none
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 */
import { basename } from "node:path";

export const run = () => basename(process.cwd()).length > 0 && "done";
