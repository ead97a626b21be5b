import picomatch from "picomatch";

/** Whether a glob of a header names a path; hidden files count. */
export function matchesGlob(glob: string, path: string): boolean {
  return picomatch.isMatch(path, glob, { dot: true });
}
