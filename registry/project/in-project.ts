import { shellQuote } from "../error/shell-quote.ts";

/** What is written for PROJECT_ROOT, a header's Fix or a command on a project's files, must run from where the caller stands. */
export function inProject(line: string, root: string, cwd: string): string {
  return cwd === root ? line : `(cd ${shellQuote(root)} && ${line})`;
}
