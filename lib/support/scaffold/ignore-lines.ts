/** What nichekit writes and nobody commits. */
export const CACHES: readonly string[] = ["logs/cache/", "logs/sessions/"];

/** A path in a cache to ask git about; none that may be tracked, since git never calls a tracked file ignored. */
export function inCache(folder: string): string {
  return `${folder}.nichekit-probe`;
}

/**
 * The lines of .gitignore that keep caches out and let committed files in, given what git ignores now. Many templates
 * ignore `logs`, `lib/` or `bin/` as a whole: a file in an ignored folder is only seen again if the folder is.
 *
 * `committed`: files that must be seen. Empty where nothing needs to be said.
 */
export function ignoreLines(ignored: ReadonlySet<string>, committed: readonly string[]): string[] {
  const hidden = committed.filter((path) => ignored.has(path));
  const folders = [...new Set(hidden.map((path) => path.slice(0, path.lastIndexOf("/"))))];
  const lines = folders.flatMap((folder) => [
    ...parents(folder).map((parent) => `!/${parent}/`),
    `/${folder}/*`,
    ...committed.filter((path) => path.startsWith(`${folder}/`)).map((path) => `!/${path}`),
  ]);
  // A folder that is ignored but for its committed files keeps its caches out already.
  const open = CACHES.filter((path) => !ignored.has(inCache(path)) && !folders.some((folder) => path.startsWith(`${folder}/`)));
  return [...open.map((path) => `/${path}`), ...lines];
}

function parents(folder: string): string[] {
  const steps = folder.split("/");
  return steps.map((_, at) => steps.slice(0, at + 1).join("/"));
}

const TITLE = "# nichekit: what it derives is committed, what it caches is not";

export function withIgnoreLines(existing: string | undefined, lines: readonly string[]): { text: string; replaces: false } | undefined {
  if (lines.length === 0) return undefined;
  const end = existing?.includes("\r\n") ? "\r\n" : "\n";
  const block = [TITLE, ...lines, ""].join(end);
  const gap = existing === undefined || existing === "" ? "" : existing.endsWith("\n") ? end : end + end;
  return { text: (existing ?? "") + gap + block, replaces: false };
}
