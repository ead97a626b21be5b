import { fault } from "../../registry/error/catalogue.ts";
import { fillTemplate } from "../../registry/plan/resolve.ts";
import { callRisk, effectsOf } from "../../registry/plan/risk.ts";
import { type CheckedCall, toolName } from "./call.ts";
import { toldEffect } from "./told-effect.ts";

/**
 * Stage 3: what a call with high-risk effects needs is a person's yes (the
 * column `auto` of contract 4.10): `--yes`, else the terminal's prompt, else
 * exit 3. A dry run changes nothing: it is told that the call would be asked about.
 *
 * @returns the call, confirmed where a person said yes.
 *
 * @throws ToolError `confirmation_required`, `confirmation_refused`
 */
export async function permission(call: CheckedCall): Promise<CheckedCall> {
  const { entry } = call.tool;
  const effects = effectsOf(entry, usedOptions(call));
  const risk = callRisk(effects, call.project.root, (path) => fillTemplate(path, call.env), entry.risk);
  if (risk !== "high" || call.yes) return call;
  if (call.dryRun) return { ...call, asks: true };
  const told = effects.map((effect) => toldEffect(effect, call.env)).join("; ") || "its header says risk: high";
  const answer = await call.ask(`${toolName(call)}: ${told}. Go on?`);
  if (answer === undefined) {
    throw fault(
      "confirmation_required",
      { tool: toolName(call), effects: told, again: `${call.line} --yes` },
      { detail: { effects: told } },
    );
  }
  if (!answer) throw fault("confirmation_refused", { tool: toolName(call) });
  return { ...call, yes: true };
}

function usedOptions(call: CheckedCall): string[] {
  const options = call.tool.entry.options ?? [];
  return options.filter(({ name }) => call.args[name] !== undefined && call.args[name] !== false).map(({ name }) => name);
}
