import { argumentsOf } from "./argument.ts";
import { type Concern, concerns } from "./concerns.ts";
import { covers } from "./covers.ts";
import { idMatches } from "./match-id.ts";
import { parseRule } from "./parse-rule.ts";
import type { RuleTarget } from "./rule-target.ts";
import type { PermissionRules, RuleHit } from "./rules.ts";

/**
 * The rule that decides over a call: deny before ask before allow, in each the first. A deny or ask rule that may be about
 * the call, which the call's text does not tell, asks. Allow rules add up: each part of a command line needs one. Undefined:
 * no rule is about it, and the mode alone decides.
 */
export function decideByRules(rules: PermissionRules, target: RuleTarget): RuleHit | undefined {
  const judge = (kind: "deny" | "ask") => rules[kind].map((rule) => ({ rule, concern: concernOf(rule, target, kind) }));
  const denied = judge("deny");
  const asked = judge("ask");
  const deny = denied.find(({ concern }) => concern === "yes");
  if (deny !== undefined) return { kind: "deny", rule: deny.rule };
  const ask = asked.find(({ concern }) => concern === "yes");
  if (ask !== undefined) return { kind: "ask", rule: ask.rule };
  const open = [...denied, ...asked].find(({ concern }) => concern === "unknown");
  if (open !== undefined) return { kind: "ask", rule: open.rule, undecided: true };
  const allow = allowing(rules.allow, target);
  return allow === undefined ? undefined : { kind: "allow", rule: allow };
}

/**
 * Whether one rule alone matches a call: as an allow rule if it covers all of it, as any other, and as a hook's `match`, if it is or may
 * be about it.
 */
export function matchRule(rule: string, target: RuleTarget, kind: "deny" | "ask" | "allow"): boolean {
  return kind === "allow" ? allowing([rule], target) !== undefined : concernOf(rule, target, kind) !== "no";
}

function concernOf(text: string, target: RuleTarget, kind: "deny" | "ask"): Concern {
  const rule = parseRule(text);
  if (!idMatches(rule.id, target.id, kind)) return "no";
  if (rule.specifier === undefined) return "yes";
  const found = argumentsOf(rule.specifier, target, true).map((argument) => concerns(argument, target));
  return found.includes("yes") ? "yes" : found.includes("unknown") ? "unknown" : "no";
}

/** The allow rules that cover a call, told as one text; rules about the same argument add up. */
export function allowing(rules: readonly string[], target: RuleTarget): string | undefined {
  const matching = rules.map(parseRule).filter((rule) => idMatches(rule.id, target.id, "allow"));
  const bare = matching.find(({ specifier }) => specifier === undefined);
  if (bare !== undefined) return bare.text;
  const scoped = matching.flatMap((rule) => argumentsOf(rule.specifier as string, target, false).map((argument) => ({ rule, argument })));
  for (const key of new Set(scoped.map(({ argument }) => `${argument.kind} ${argument.key}`))) {
    const group = scoped.filter(({ argument }) => `${argument.kind} ${argument.key}` === key);
    const [first] = group;
    if (first === undefined) continue;
    const specifiers = group.map(({ argument }) => argument.specifier);
    const taken = covers(first.argument, specifiers, target);
    if (taken === undefined) continue;
    return taken.map((specifier) => group[specifiers.indexOf(specifier)]?.rule.text).join(", ");
  }
  return undefined;
}
