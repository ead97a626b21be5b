import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sendsOut } from "../../../registry/proof/sends-out.ts";

/**
 * The effects of a command line that reach out of the machine, as a header writes them: `network write github.com`. A `git push` goes
 * to the host of the remote that it names, of `origin` otherwise.
 */
export function networkWrite(text: string, root: string): string[] {
  const effects = sendsOut(text).map(({ command, effect, remote }) =>
    command === "git push" ? `network write ${remoteHost(root, remote?.replace(/["']/g, "") || "origin")}` : effect,
  );
  return [...new Set(effects)];
}

/** The host of a remote's address; the remote's name, or the address itself, where none can be told. */
function remoteHost(root: string, remote: string): string {
  const address = /[:/]/.test(remote) ? remote : (configured(root, remote) ?? remote);
  const [, host] = /^(?:\w[\w+.-]*:\/\/)?(?:[^@/\s]+@)?([\w.-]+\.[A-Za-z]{2,}|localhost)(?::|\/|$)/.exec(address) ?? [];
  return host ?? remote.replace(/\s+/g, "_");
}

/** Read as text, so that no git is started to write a header. */
function configured(root: string, remote: string): string | undefined {
  try {
    const text = readFileSync(join(root, ".git/config"), "utf8");
    const section = text.split(/^\s*(?=\[)/m).find((part) => part.startsWith(`[remote "${remote}"]`));
    return /^\s*url\s*=\s*"?([^"\n]*)/m.exec(section ?? "")?.[1]?.trim();
  } catch {
    return undefined;
  }
}
