import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { RESULTS, UNTRUSTED_RESULTS } from "./untrusted-results.ts";

/**
 * Keeps a result that is shown only in part: text as it is, data as JSON. The
 * name is the content's hash, so the same result is kept once: under
 * `logs/cache/results`, in its folder `untrusted` where it came from outside;
 * where the project cannot be written, in the user's cache folder, else in a
 * temporary one.
 *
 * @returns the file's absolute path.
 */
export function keepWhole(projectRoot: string, data: unknown, trusted: boolean): string {
  const text = typeof data === "string" ? data : `${JSON.stringify(data, null, 2)}\n`;
  const name = `${createHash("sha256").update(text).digest("hex").slice(0, 16)}.${typeof data === "string" ? "txt" : "json"}`;
  for (const place of [() => inProject(projectRoot, trusted), ofUser, () => mkdtempSync(join(tmpdir(), "nichekit-"))]) {
    try {
      const file = join(place(), name);
      writeFileSync(file, text, { mode: 0o600 });
      return file;
    } catch {
      // The next place.
    }
  }
  return "(it could not be kept: no folder could be written)";
}

function inProject(root: string, trusted: boolean): string {
  const folder = join(root, trusted ? RESULTS : UNTRUSTED_RESULTS);
  mkdirSync(folder, { recursive: true });
  // Nobody commits a result by `git add .`.
  writeFileSync(join(root, RESULTS, ".gitignore"), "*\n");
  return folder;
}

function ofUser(): string {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "nichekit", "results");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
