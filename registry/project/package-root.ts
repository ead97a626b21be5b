import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Folder of the nichekit package this code belongs to: sources or build,
 * absolute. The launcher of the build leaves it behind this symbol, which
 * spares every call the parsing of a URL.
 */
export function packageRoot(): string {
  const told = (globalThis as Record<symbol, unknown>)[Symbol.for("nichekit.packageRoot")];
  if (typeof told === "string") return told;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/** The package's own version, as its package.json says. */
export function packageVersion(): string {
  const told = (globalThis as Record<symbol, unknown>)[Symbol.for("nichekit.packageVersion")];
  if (typeof told === "string") return told;
  return (JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string }).version;
}
