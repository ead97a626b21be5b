import type { EffectRow } from "../catalog/descriptor.ts";
import type { PolicySettings } from "../discovery/discovery-input.ts";
import type { Reason } from "../discovery/visible-set.ts";
import { argumentsOf } from "./argument.ts";
import { allowing, decideByRules } from "./decide-by-rules.ts";
import { idMatches } from "./match-id.ts";
import { namedPath } from "./match-path.ts";
import { type ModeAnswer, modeCell, type PermissionMode } from "./mode.ts";
import { parseRule } from "./parse-rule.ts";
import { type Guarded, protectedPath } from "./protected-path.ts";
import { placesOf } from "./real-target.ts";
import type { RuleTarget } from "./rule-target.ts";
import type { PermissionRules, RuleHit } from "./rules.ts";

/** What the permission gate says of a call. */
export interface PermissionVerdict {
  readonly answer: ModeAnswer;
  readonly reason: Reason;
  readonly rule?: RuleHit;
}

export interface PermitAbout {
  readonly channel: PolicySettings["channel"];
  /** One of the project's own tools: at the CLI it counts as allowed by a rule where it reaches outside. */
  readonly own: boolean;
  /** What is protected besides fixed names; false: nothing is. */
  readonly guarded?: Guarded | false;
}

/**
 * The permission gate over one call (contracts 4.10 and 4.11), gravest first: a deny rule refuses; what the mode refuses no
 * rule permits; changing a protected place asks; an ask rule asks; an allow rule lifts what the mode `ask` asks about to what `auto`
 * says of it, so that deleting is still confirmed, and never what `read-only` asks or what goes outside; else the mode decides.
 * Reads links of the file system to know where paths lead, and nothing else.
 */
export function permit(
  target: RuleTarget,
  row: EffectRow,
  mode: PermissionMode,
  rules: PermissionRules,
  about: PermitAbout,
): PermissionVerdict {
  const hit = decideByRules(rules, target);
  const rule = hit === undefined ? {} : { rule: hit };
  if (hit?.kind === "deny")
    return { answer: "refuses", reason: told("rule_deny", `the rule deny ${hit.rule} forbids it`, hit.rule), ...rule };
  const own = about.own && about.channel === "cli";
  const allowed = own || (hit?.kind === "allow" ? true : hit !== undefined && allowing(rules.allow, target) !== undefined);
  const { call } = modeCell(row, mode, allowed);
  if (call === "refuses") {
    const until = mode === "read-only" ? "" : " unless a rule allows it";
    return { answer: "refuses", reason: told("mode", `${WHAT[row]}, which the mode ${mode} does not permit${until}`, mode), ...rule };
  }
  const guarded =
    row === "reads" || row === "network-read" || about.guarded === false ? undefined : protectedOf(target, row, rules, about.guarded);
  if (guarded !== undefined)
    return { answer: "asks", reason: told("protected_path", `it would change ${guarded.path}: ${guarded.reason}`, guarded.path), ...rule };
  if (hit?.kind === "ask") {
    const text = hit.undecided
      ? `whether the rule ${hit.rule} is about it cannot be told`
      : `the rule ask ${hit.rule} wants a person asked`;
    return { answer: "asks", reason: told(hit.undecided ? "rule_undecided" : "rule_ask", text, hit.rule), ...rule };
  }
  const lifted = hit?.kind === "allow" && mode === "ask" && row !== "outside" ? modeCell(row, "auto", allowed).call : call;
  if (hit?.kind === "allow" && lifted !== "asks")
    return { answer: lifted, reason: told("rule_allow", `the rule allow ${hit.rule} is about it`, hit.rule), ...rule };
  return { answer: lifted, reason: told("mode", `${WHAT[row]}, in the mode ${mode}`, mode), ...rule };
}

const WHAT: Readonly<Record<EffectRow, string>> = {
  reads: "it reads",
  "network-read": "it reads from the network",
  writes: "it writes",
  deletes: "it deletes",
  outside: "it reaches outside the project",
};

function told(code: string, text: string, evidence: string): Reason {
  return { code, text, evidence };
}

/** The protected place that one of a call's paths leads to, unless an allow rule names exactly that path. */
function protectedOf(
  target: RuleTarget,
  row: EffectRow,
  rules: PermissionRules,
  guarded: Guarded = {},
): { path: string; reason: string } | undefined {
  const whole = row === "deletes" || row === "outside";
  for (const path of pathsOf(target)) {
    const places = placesOf(path, target.cwd, target.home);
    const reason = places.map((place) => place && protectedPath(target.root, place, guarded, whole)).find(Boolean);
    if (reason && !namedByRule(rules, target, places)) return { path, reason };
  }
  return undefined;
}

/** Paths that a call is given; of a command line everything in it that may be one. */
function pathsOf(target: RuleTarget): readonly string[] {
  return argumentsOf("./", target, true).flatMap(({ kind, values }) => {
    if (kind === "path") return values;
    return kind === "words" || kind === "command"
      ? values.flatMap((text) => text.split(/[\s'"`;&|<>()=]+/).filter((word) => word !== ""))
      : [];
  });
}

function namedByRule(rules: PermissionRules, target: RuleTarget, places: readonly (string | undefined)[]): boolean {
  return rules.allow.some((text) => {
    const rule = parseRule(text);
    if (rule.specifier === undefined || !idMatches(rule.id, target.id, "allow")) return false;
    return argumentsOf(rule.specifier, target, false).some(({ kind, specifier }) => {
      const named = kind === "path" ? namedPath(specifier, target) : undefined;
      return named !== undefined && places.every((place) => place === named);
    });
  });
}
