import type { PermissionRules } from "./rules.ts";

/** A rule that names capabilities alone, whatever their arguments; `id(*)` is the same. */
function matchesBare(rule: string, id: string): boolean {
  const name = rule.replace(/\(\*\)$/, "");
  if (name.includes("(")) return false;
  const pattern = name.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pattern.join(".*")}$`).test(id);
}

/** The bare deny that takes a capability out of sight. */
export function bareDeny(rules: PermissionRules, id: string): string | undefined {
  return rules.deny.find((rule) => matchesBare(rule, id));
}

/** Whether an allow rule names the capability, with or without arguments. */
export function allowedByRule(rules: PermissionRules, id: string): boolean {
  return rules.allow.some((rule) => matchesBare(rule.replace(/\(.*$/s, ""), id));
}
