import type { ToolFile } from "./read.ts";
import type { HeaderProblem } from "./tool-meta.ts";

/**
 * A shebang that the kernel cannot follow, since a byte order mark stands
 * before it or its line ends by CRLF. The header reads the same either way, so
 * this is no fault of the header; it is to be told before the tool is started,
 * as the launch itself would fail with a name that nobody can see. The Fix is
 * a command, with `shown` as the file's path.
 */
export function shebangProblem(tool: Pick<ToolFile, "shebang" | "bom" | "crlf">, shown: string): HeaderProblem | undefined {
  if (tool.shebang === undefined || !(tool.bom || tool.crlf)) return undefined;
  const parts = [tool.bom ? "a byte order mark" : "", tool.crlf ? "CRLF line ends" : ""].filter((part) => part !== "");
  const edits = [tool.bom ? "s/^\\xEF\\xBB\\xBF// if $. == 1" : "", tool.crlf ? "s/\\r$//" : ""].filter((edit) => edit !== "");
  return {
    code: "shebang_unreadable",
    file: shown,
    line: 1,
    message: `The shebang cannot be followed: the file has ${parts.join(" and ")}`,
    fix: `perl -pi -e '${edits.join("; ")}' '${shown.replaceAll("'", `'\\''`)}'`,
  };
}
