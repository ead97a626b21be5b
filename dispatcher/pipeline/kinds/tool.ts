import { toolGateCard } from "../../../registry/catalog/tool-gate-card.ts";
import { fillTemplate } from "../../../registry/plan/resolve.ts";
import { callRow, effectsOf } from "../../../registry/plan/risk.ts";
import { type Call, type CheckedCall, declaresArguments, toolName } from "../call.ts";
import { execute } from "../execute.ts";
import type { Kind } from "../kind.ts";
import { observe } from "../observe.ts";
import { plannedChanges } from "../planned.ts";
import { precondition } from "../precondition.ts";
import { toldEffect } from "../told-effect.ts";
import { namesUntrusted } from "../untrusted-results.ts";
import { usedOptions } from "../used-options.ts";
import { validate } from "../validate.ts";

/** A tool of the project or of the shared lib. */
export const TOOL: Kind<Call, CheckedCall> = {
  id: (call) => call.tool.entry.id,
  name: toolName,
  gateCard: ({ tool, project }) => toolGateCard(tool.entry, project),
  validate,
  precondition,
  effects: (call) => {
    const { entry } = call.tool;
    const effects = effectsOf(entry, usedOptions(call));
    return {
      row: callRow(effects, call.project.root, (path) => fillTemplate(path, call.env), entry.risk),
      told: effects.map((effect) => toldEffect(effect, call.env)).join("; ") || `its header says risk: ${entry.risk}`,
    };
  },
  ruleTarget: (call) => ({
    id: call.tool.entry.id,
    input: call.args,
    parameters: [...(call.tool.entry.options ?? []), ...(call.tool.entry.args ?? [])].map(({ name, type }) => ({ name, type })),
    words: declaresArguments(call) ? undefined : call.words,
    cwd: call.cwd,
    root: call.project.root,
    home: call.env.HOME,
  }),
  runsDry: (call) => call.tool.entry.dry_run === "native",
  planned: plannedChanges,
  execute,
  observe,
  // What reads the network carries others' words, and so does the rest of a result that came from outside.
  trusted: ({ tool: { entry }, args, cwd, project: { root } }) =>
    !entry.side_effects.some(({ kind }) => kind === "network" || kind === "external") && !namesUntrusted(entry, args, { cwd, root }),
  loaded: () => undefined,
};
