import type { ToolEntry } from "../entry.ts";
import { commandLine, shellQuote } from "../error/shell-quote.ts";
import type { Parameter } from "../tool-meta/tool-meta.ts";
import { reachable } from "./order.ts";
import { names, overlap } from "./place.ts";
import { placeIndex } from "./place-index.ts";
import { type Change, changesOf, type Fact, factKey, factOf, makesFact, problemOf, type StepFacts } from "./problem.ts";
import { isStep, type Step, stepOf } from "./step.ts";
import type { World } from "./world.ts";

/** A step of a completed plan. */
export interface PlannedStep {
  readonly step: Step;
  /** Its number among the given steps; absent: the plan needs it, nobody asked for it. */
  readonly given?: number;
  /** The precondition that it is there for. */
  readonly provides?: { readonly precondition: string; readonly needed_by: string };
}

/** A precondition that no step of the plan brings about. */
export interface Missing {
  readonly precondition: string;
  readonly needed_by: string;
  /** Why it does not hold: `DOCS_DIR not found: /srv/docs`. */
  readonly reason: string;
  readonly remedy:
    | { readonly kind: "fix"; readonly command: string }
    /** Tools that would, with arguments that only the caller knows. */
    | { readonly kind: "arguments"; readonly calls: readonly { readonly command: string; readonly required: readonly string[] }[] }
    | { readonly kind: "user"; readonly tell: string };
}

export interface Completed {
  /** Providers stand right before the first step that needs them; `orderSteps` gives the final order. */
  readonly steps: readonly PlannedStep[];
  readonly missing: readonly Missing[];
  /** The facts behind `missing`, by `factKey`: to be taken as given where the rest is to be ordered. */
  readonly assumed: ReadonlySet<string>;
  /** Commands that wait for each other, each once, in the order of the waiting. */
  readonly cycles: readonly (readonly string[])[];
}

/** The given steps with what must run before them: providers, and theirs, as far as the present state lacks them. */
export function completePlan(given: readonly Step[], world: World): Completed {
  const toolbox = toolboxOf(given, world);
  const steps: PlannedStep[] = given.map((step, at) => ({ step, given: at }));
  const missing: Missing[] = [];
  const assumed = new Set<string>();
  const cycles: string[][] = [];
  const settled = new Set(amongThemselves(given, world));
  const among = makersOf(steps, world);
  /** Steps of the plan whose own needs have been seen to. */
  const ready = new Set<Step>();

  /** What `planned` lacks. Its providers are those that can run without what waits for it, so that no circle comes about. */
  const settle = (planned: PlannedStep, waiting: readonly Step[]): void => {
    const { step } = planned;
    const path = [...waiting, step];
    for (const precondition of step.tool.preconditions) {
      if (precondition.kind === "prose") continue;
      const fact = factOf(precondition, step.tool.env, world);
      const key = factKey(fact);
      if (fact.unmet === undefined || settled.has(key)) continue;
      const others = among.making(fact).filter((other) => !path.includes(other.step));
      if (others.some(({ step: other }) => ready.has(other))) continue;
      const calls = toolbox()
        .callable(fact)
        .filter((call) => !path.some(({ command }) => command === call.command));
      const able = others.length === 0 && calls.length === 0 ? new Set() : toolbox().ableWithout(path);
      const best = calls.find((call) => able.has(call.command));
      const here = others.find((other) => able.has(other.step.command)) ?? (best === undefined ? others[0] : undefined);
      if (here !== undefined) {
        settle(here, path);
        ready.add(here.step);
        continue;
      }
      const provider = best ?? calls[0];
      const circle = path.findIndex((other) => other !== step && makes(other, fact, world));
      if (provider !== undefined) {
        const inserted: PlannedStep = { step: provider, provides: { precondition: precondition.text, needed_by: step.command } };
        steps.splice(steps.indexOf(planned), 0, inserted);
        among.add(inserted);
        settle(inserted, path);
        ready.add(provider);
      } else if (circle >= 0) {
        settled.add(key);
        cycles.push(path.slice(circle).map(({ command }) => command));
      } else {
        const remedy = remedyOf(fact, step, toolbox(), world);
        settled.add(key);
        assumed.add(key);
        missing.push({ precondition: precondition.text, needed_by: step.command, reason: fact.unmet.reason, remedy });
      }
    }
  };
  for (const planned of [...steps]) settle(planned, []);
  return { steps: cycles.length > 0 ? steps : pruned(steps, assumed, world), missing, assumed, cycles };
}

/** Without the providers that others, put in later, have made needless. */
function pruned(steps: readonly PlannedStep[], assumed: ReadonlySet<string>, world: World): readonly PlannedStep[] {
  if (steps.every(({ given }) => given !== undefined)) return steps;
  let left = steps;
  const enough = (some: readonly PlannedStep[]) => {
    const { facts, steps: own } = problemOf(
      some.map(({ step }) => step),
      world,
    );
    const start = facts.map((fact) => fact.unmet === undefined || assumed.has(factKey(fact)));
    const { reached } = reachable(own, start);
    return some.every(({ given }, at) => given === undefined || reached[at]);
  };
  if (!enough(left)) return left;
  for (const planned of [...steps].reverse()) {
    if (planned.given !== undefined) continue;
    const without = left.filter((other) => other !== planned);
    if (enough(without)) left = without;
  }
  return left;
}

/** What the given steps bring about for each other: no provider is put in where an order of them will do. */
function amongThemselves(given: readonly Step[], world: World): readonly string[] {
  const { facts, steps } = problemOf(given, world);
  const reached = reachable(
    steps,
    facts.map(({ unmet }) => unmet === undefined),
  ).facts;
  return facts.filter((_, at) => reached[at]).map(factKey);
}

function makes(step: Step, fact: Fact, world: World): boolean {
  return changesOf(step, world).some((change) => makesFact(change, fact));
}

/** The steps of a plan by what they make. */
function makersOf(steps: readonly PlannedStep[], world: World) {
  const index = placeIndex<{ planned: PlannedStep; change: Change }>();
  const add = (planned: PlannedStep) => {
    for (const change of changesOf(planned.step, world)) index.add(change.place, { planned, change });
  };
  for (const planned of steps) add(planned);
  const making = (fact: Fact): readonly PlannedStep[] => {
    if (fact.place === undefined) return [];
    const found = index.near(fact.place).filter(({ change }) => makesFact(change, fact));
    return [...new Set(found.map(({ planned }) => planned))].sort((a, b) => (a.given ?? 0) - (b.given ?? 0));
  };
  return { add, making };
}

interface Offer {
  readonly tool: ToolEntry;
  readonly change: Change;
  readonly option: Parameter | undefined;
  readonly command: string;
}

/** What all tools can bring about from the present state. */
interface ProviderBox {
  offering(fact: Fact): readonly Offer[];
  /** The tool that makes a folder or link above what the fact is about: what else lies in it is not known from its header. */
  makingAbove(fact: Fact): ToolEntry | undefined;
  /** The calls that bring the fact about and need no argument that only the caller knows, best first. */
  callable(fact: Fact): readonly Step[];
  /** The commands that can run from the present state, or once others have, without any of these. */
  ableWithout(steps: readonly Step[]): ReadonlySet<string>;
}

/** Built when something is missing, not before. */
export function toolboxOf(given: readonly Step[], world: World): () => ProviderBox {
  return once(() => providerBox(given, world));
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function providerBox(given: readonly Step[], world: World): ProviderBox {
  const offers = placeIndex<Offer>();
  const calls = new Map<string, Step>();
  for (const tool of world.tools) {
    for (const effect of tool.side_effects) {
      if (effect.kind !== "creates" && effect.kind !== "writes") continue;
      const option = effect.option === undefined ? undefined : tool.options?.find(({ name }) => name === effect.option);
      if (effect.option !== undefined && option === undefined) continue;
      const place = world.place(effect.path, tool.env);
      const command = commandLine([tool.noun, tool.verb, ...(option === undefined ? [] : [`--${option.name}`])]);
      offers.add(place, { tool, change: { kind: effect.kind, place }, option, command });
      if (calls.has(command) || (option !== undefined && option.type !== "boolean") || asksCaller(tool, world)) continue;
      const step = stepOf([tool.noun, tool.verb, ...(option === undefined ? [] : [`--${option.name}`])], world);
      if (isStep(step)) calls.set(command, step);
    }
  }
  const everything = once(() => {
    const all = [...given, ...calls.values()];
    const problem = problemOf(all, world);
    return { all, problem, start: problem.facts.map(({ unmet }) => unmet === undefined) };
  });
  const ableWithout = (without: readonly Step[]) => {
    const { all, problem, start } = everything();
    const left = all.flatMap((step, at) => (without.some(({ command }) => command === step.command) ? [] : [at]));
    const { reached } = reachable(
      left.map((at) => problem.steps[at] as StepFacts),
      start,
    );
    return new Set(left.filter((_, at) => reached[at]).map((at) => all[at]?.command ?? ""));
  };
  const offering = (fact: Fact) =>
    fact.place === undefined
      ? []
      : offers
          .near(fact.place)
          .filter(({ change }) => makesFact(change, fact))
          .sort((a, b) => rank(a, fact) - rank(b, fact) || (a.command < b.command ? -1 : a.command > b.command ? 1 : 0));
  return {
    offering,
    makingAbove: ({ place }) => {
      if (place === undefined) return undefined;
      const root = world.place(".", []);
      const above = ({ kind, place: made }: Change) =>
        kind === "creates" && !made.glob && names(made, "folder_above", place) && overlap(made, root) === "within";
      return offers.near(place).find(({ change }) => above(change))?.tool;
    },
    callable: (fact) => [...new Set(offering(fact).map(({ command }) => command))].flatMap((command) => calls.get(command) ?? []),
    ableWithout,
  };
}

/** Whether an argument is left that only the caller knows. */
function asksCaller(tool: ToolEntry, { env }: World): boolean {
  return [...(tool.options ?? []), ...(tool.args ?? [])].some((one) => one.required && !(one.env !== undefined && env[one.env]));
}

/** As `providersOf` ranks: without an option, the very path made, written, named by a pattern, its folder. */
function rank({ change, option }: Offer, fact: Fact): number {
  const exact = change.place.key === fact.place?.key ? (change.kind === "creates" ? 0 : 1) : change.place.glob ? 2 : 3;
  return exact + (option === undefined ? 0 : 10);
}

function remedyOf(fact: Fact, needing: Step, toolbox: ProviderBox, world: World): Missing["remedy"] {
  const { precondition, unmet } = fact;
  if (precondition.fix !== undefined) return { kind: "fix", command: precondition.fix };
  if (unmet?.kind === "not-executable" && unmet.path !== undefined) return { kind: "fix", command: `chmod +x ${shellQuote(unmet.path)}` };
  const offers = toolbox.offering(fact);
  const calls = offers.flatMap(({ tool, option }) => {
    const required = requiredOf(tool, option);
    // A call that takes none would have been made, if it could: it needs what it makes, or waits for what does.
    return required.length === 0 || needsItself(tool, fact, world) ? [] : [{ command: `${tool.noun} ${tool.verb}`, required }];
  });
  const once = calls.filter((call, at) => calls.findIndex((other) => other.command === call.command) === at);
  if (once.length > 0) return { kind: "arguments", calls: once };
  return { kind: "user", tell: userSentence(fact, needing, offers, toolbox.makingAbove(fact)) };
}

/** A tool that needs a path to be there does not provide it. */
function needsItself(tool: ToolEntry, fact: Fact, world: World): boolean {
  return tool.preconditions.some((one) => one.kind !== "prose" && factKey(factOf(one, tool.env, world)) === factKey(fact));
}

export function requiredOf(tool: ToolEntry, option?: Parameter): string[] {
  const spelled = (parameter: Parameter, name: string) =>
    `${name}${parameter.type === "boolean" ? "" : ` <${parameter.type}${parameter.list ? "…" : ""}>`}`;
  const options = (tool.options ?? []).filter((one) => one.required || one.name === option?.name);
  return [
    ...options.map((one) => spelled(one, `--${one.name}`)),
    ...(tool.args ?? []).filter((one) => one.required).map((one) => `<${one.name}${one.list ? "…" : ""}>`),
  ];
}

function userSentence(fact: Fact, needing: Step, offers: readonly Offer[], above: ToolEntry | undefined): string {
  const { precondition, unmet } = fact;
  if (unmet?.kind === "unset") return `Tell the user: ${unmet.variable} must be set in the wrapper or the environment.`;
  if (precondition.kind === "command") return `Tell the user: install ${precondition.name} and put it on PATH.`;
  const lead = `Tell the user: ${unmet?.reason ?? precondition.text}, and `;
  if (offers.some(({ tool }) => tool.id === needing.tool.id))
    return `${lead}only ${needing.command} makes it, which itself needs it first.`;
  if (above === undefined) return `${lead}no tool of this project provides it.`;
  return `${lead}${above.noun} ${above.verb} makes the folder or link above it: if that brings it along, "creates ${precondition.text.split(" ")[0]}" belongs into the side effects of ${above.source}.`;
}
