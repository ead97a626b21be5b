/** An option that the routing layer enforces for every tool (contract 4.2), as data for every router. */
export interface GlobalOption {
  name: string;
  short?: string;
  /** What its value is, for help; absent: it takes none. */
  value?: string;
  description: string;
}

export const GLOBAL_OPTIONS = [
  { name: "json", description: "Exactly one JSON document on stdout." },
  { name: "dry-run", description: "Check everything, run nothing; tell what would change." },
  { name: "yes", short: "y", description: "Confirm what the tool's effects ask to confirm." },
  { name: "input", value: "JSON|@file|-", description: "The arguments as one JSON object." },
  { name: "timeout", value: "seconds", description: "End the tool and all it started after this time." },
  { name: "fields", value: "a,b.c", description: "Only these fields of the data." },
  { name: "max-bytes", value: "n", description: "Cut the data to this size; the whole is kept in a file." },
  { name: "help", short: "h", description: "This text." },
  { name: "version", description: "The version of nichekit." },
] as const satisfies readonly GlobalOption[];

export type GlobalName = (typeof GLOBAL_OPTIONS)[number]["name"];

export function findGlobal(spelling: string): GlobalOption | undefined {
  if (!spelling.startsWith("-")) return undefined;
  return GLOBAL_OPTIONS.find(
    (option: GlobalOption) => spelling === `--${option.name}` || (option.short !== undefined && spelling === `-${option.short}`),
  );
}
