import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../registry/project/package-root.ts";
import { hasHost, setHost } from "../runner/host.ts";

/**
 * What the launcher lends to a command line process, for a process that
 * imports the library: tools run in workers of the build, which bring their own
 * loader.
 */
export function lendHost(): void {
  if (hasHost()) return;
  const root = packageRoot();
  const workerFile = join(root, "dist", "worker.cjs");
  setHost({
    packageRoot: root,
    importModule: (specifier) => import(specifier),
    builtTool: () => undefined,
    workerFile: existsSync(workerFile) ? workerFile : undefined,
  });
}
