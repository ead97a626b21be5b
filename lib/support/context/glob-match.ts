import picomatch from "picomatch";

/**
 * The first of `globs` that matches a path, both relative to the project. A glob without a slash matches by name in
 * any folder, as in .gitignore; a folder's name matches all below it. An empty, or a broken, glob matches nothing.
 */
export function matchingGlob(globs: readonly string[], path: string): string | undefined {
  return globs.find((given) => {
    const glob = given.replace(/^\.?\//, "");
    if (glob === "") return false;
    if (glob.endsWith("/")) return matches(`${glob}**`, path, false);
    return matches(glob, path, !glob.includes("/")) || matches(`${glob}/**`, path, false);
  });
}

function matches(glob: string, path: string, byName: boolean): boolean {
  return picomatch.isMatch(path, glob, { dot: true, nonegate: true, ...(byName ? { basename: true } : {}) });
}
