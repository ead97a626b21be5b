import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { ToolContext } from "../../../registry/tool-context.ts";

/** Where a project keeps its documents, rules and index; absolute paths. */
export interface DocsPlace {
  readonly root: string;
  readonly docsDir: string;
  readonly index: string;
  readonly rulesDir: string;
}

/** The defaults are those of the tools' headers; they stand here too for a caller that applies no header. */
export function docsPlace(env: ToolContext["env"]): DocsPlace {
  const root = resolve(env.PROJECT_ROOT ?? ".");
  const docsDir = resolve(root, env.DOCS_DIR || "docs");
  return {
    root,
    docsDir,
    index: resolve(root, env.DOCS_INDEX || join("logs", "cache", "docs-index.sqlite")),
    rulesDir: resolve(root, env.RULES_DIR || join("docs", "rules", "impl")),
  };
}

/** A path as it can be opened from PROJECT_ROOT: relative with `/` where it lies inside, else absolute. */
export function shownPath(root: string, path: string): string {
  const inside = relative(root, path);
  if (inside === "") return ".";
  return inside.startsWith("..") || isAbsolute(inside) ? path : inside.split(sep).join("/");
}
