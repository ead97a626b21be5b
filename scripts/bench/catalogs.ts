import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { median } from "./measure.ts";

export interface CatalogMeasured {
  name: string;
  /** Capabilities. */
  size: number;
  /** Medians, milliseconds: opening it, and going through all cards once. */
  open: number;
  all: number;
  /** MiB that opening added to the process, and its peak. */
  added: number;
  peak: number;
  /** MiB of the cache file. */
  cache: number;
}

interface Told {
  size: number;
  open_ms: number;
  all_ms: number;
  before: number;
  opened: number;
  peak: number;
}

const MIB = 1024 * 1024;

/** Opens the catalogs of projects from nothing and from the cache, each time in a process of its own. */
export function catalogs(projects: readonly { count: number; root: string }[], place: string, rounds: number): CatalogMeasured[] {
  // Beside the packages, and from the repository's root, as all of the bench.
  const child = "node_modules/.cache/nichekit/catalog-child.mjs";
  buildSync({
    entryPoints: ["scripts/bench/catalog-child.ts"],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outfile: child,
  });
  return projects.flatMap(({ count, root }) => {
    const cache = join(place, `cards-${count}`);
    const run = () => JSON.parse(execFileSync(process.execPath, [child, root, cache], { encoding: "utf8" })) as Told;
    const cold: Told[] = [];
    for (let round = 0; round < Math.min(3, rounds); round++) {
      rmSync(cache, { recursive: true, force: true });
      cold.push(run());
    }
    const size = readdirSync(cache).reduce((sum, name) => sum + statSync(join(cache, name)).size, 0);
    const warm = Array.from({ length: rounds }, run);
    return [row(`${count} tools, from headers and registry`, cold, size), row(`${count} tools, from the cache`, warm, size)];
  });
}

function row(name: string, told: readonly Told[], cache: number): CatalogMeasured {
  const of = (value: (one: Told) => number) => median(told.map(value));
  return {
    name,
    size: told[0]?.size ?? 0,
    open: of(({ open_ms }) => open_ms),
    all: of(({ all_ms }) => all_ms),
    added: of(({ before, opened }) => (opened - before) / MIB),
    peak: of(({ peak }) => peak / MIB),
    cache: cache / MIB,
  };
}
