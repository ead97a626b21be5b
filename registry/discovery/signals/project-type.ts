import type { DiscoveryInput } from "../discovery-input.ts";
import type { Signal } from "./signal.ts";

/** Words by which a capability says that it is made for one kind of project. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  npm: ["npm", "node", "nodejs", "javascript", "typescript"],
  pnpm: ["pnpm", "node", "nodejs", "javascript", "typescript"],
  yarn: ["yarn", "node", "nodejs", "javascript", "typescript"],
  python: ["python", "pytest", "pip"],
  rust: ["rust", "cargo"],
  go: ["go", "golang"],
  make: ["make", "makefile"],
};

/** A capability whose keywords name this kind of project gains, one that names only other kinds loses. */
export function projectTypeSignal(input: DiscoveryInput): Signal {
  const ours = new Set(input.projectType.flatMap((type) => WORDS[type] ?? []));
  const all = new Set(Object.values(WORDS).flat());
  if (input.projectType.length === 0) return () => undefined;
  return ({ match }) => {
    const named = (match?.keywords ?? []).map((word) => word.toLowerCase()).filter((word) => all.has(word));
    if (named.length === 0) return undefined;
    const fitting = named.find((word) => ours.has(word));
    if (fitting !== undefined) {
      return { weight: 1, reason: { code: "project_type", text: `it is made for ${fitting} projects, as this one`, evidence: fitting } };
    }
    const other = named.join(", ");
    return {
      weight: -3,
      reason: { code: "other_project_type", text: `it is made for ${other} projects, which this is not`, evidence: other },
    };
  };
}
