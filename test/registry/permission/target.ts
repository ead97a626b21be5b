import type { RuleTarget } from "../../../registry/permission/rule-target.ts";

type Given = Partial<RuleTarget> & { types?: Readonly<Record<string, string>> };

/** A call as rules look at it; parameters are of the type `string` unless `types` says otherwise. */
export function target(input: RuleTarget["input"], { types = {}, ...given }: Given = {}): RuleTarget {
  const parameters = Object.keys(input).map((name) => ({ name, type: types[name] ?? "string" }));
  return { id: "local__repo-run", input, parameters, words: undefined, cwd: "/nowhere", root: "/nowhere", home: "/home/nobody", ...given };
}
