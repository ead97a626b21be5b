import { idMatches } from "./match-id.ts";
import { parseRule } from "./parse-rule.ts";
import type { PermissionRules } from "./rules.ts";

/** The bare deny that takes a capability out of sight. */
export function bareDeny(rules: PermissionRules, id: string): string | undefined {
  return rules.deny.find((text) => {
    const rule = parseRule(text);
    return rule.specifier === undefined && idMatches(rule.id, id, "deny");
  });
}

/** Whether an allow rule names the capability, with or without arguments. */
export function allowedByRule(rules: PermissionRules, id: string): boolean {
  return rules.allow.some((text) => idMatches(parseRule(text).id, id, "allow"));
}
