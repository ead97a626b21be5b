/**
 * The names that models know from elsewhere, as aliases of the one id (contract
 * 4.10). They stand nowhere else: an alias is resolved before anything is decided.
 */
export const ALIASES: Readonly<Record<string, string>> = {
  ToolSearch: "local__capability-search",
  SkillSearch: "local__skill-search",
  load_skill: "local__skill-load",
  call_capability: "local__capability-call",
};

/** What a first turn shows before anything speaks for anything: reading, the test command, the searches. In the order in which it is shown. */
export const DEFAULT_IDS: readonly string[] = [
  "local__capability-search",
  "local__skill-search",
  "local__skill-load",
  "local__file-read",
  "local__file-grep",
  "local__file-glob",
  "local__test-run",
];

/** What calls the things that a turn shows only as a line; it stands in a turn where there are such. */
export const CALLS_LINES = "local__capability-call";

/**
 * Tools by which turns are begun and sessions looked at. At the command line
 * whoever drives the agent calls them, so that no turn's set shuts him out; the
 * gates hold for them as for any.
 */
export function isFrame(id: string): boolean {
  return /^local__(capability|session)-/.test(id);
}

/** The names by which skills of the wild name such tools in `allowed-tools`. */
const ALLOWED_TOOL_IDS: Readonly<Record<string, string>> = {
  Read: "local__file-read",
  Grep: "local__file-grep",
  Glob: "local__file-glob",
  Edit: "local__file-edit",
  MultiEdit: "local__file-edit",
  Write: "local__file-write",
};

/** The id that one entry of `allowed-tools` means, whatever stands in its brackets; an id stays itself. */
export function proposedId(allowedTool: string): string {
  const name = allowedTool.replace(/\(.*$/s, "");
  return Object.hasOwn(ALLOWED_TOOL_IDS, name) ? (ALLOWED_TOOL_IDS[name] as string) : name;
}
