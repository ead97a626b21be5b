import { REGISTRY_PATH } from "../entry.ts";
import { entryText, headText, registryHead, registryText, tailText } from "../generate/registry-text.ts";
import { type BuildOptions, startBuild } from "../generate/start-build.ts";
import type { Told } from "../generate/tool-files.ts";
import type { Project } from "../project/project.ts";
import { compareEntry, compareRest, type DriftFault, edited, missing, otherVersion, textOf, whole } from "./compare.ts";
import { compareTypes } from "./compare-types.ts";
import { type Derived, keptTools } from "./kept-tools.ts";

type Json = Readonly<Record<string, unknown>>;

/** What a check has found; the entries are not kept. */
export interface Checked {
  built: Told & Derived;
  /** The committed files against what the headers give. */
  faults: readonly DriftFault[];
}

export interface CheckOptions extends BuildOptions {
  /** Give what the derived files have to hold, too. */
  texts?: boolean;
}

/** Compares a committed registry, told entry by entry in its own order, with what the headers give. */
export interface Comparison {
  /** What stands before the tools, and its text where the registry is laid out as nichekit writes it. */
  begin(head: Json, text?: string): void;
  entry(before: unknown, text?: string): Promise<void>;
  /** The registry without its tools, and the text behind them; the whole text where `begin` was given none. */
  end(value: Json, text: string): Promise<Checked>;
  /** There is no registry to compare with, as `fault` says. */
  none(fault: DriftFault): Promise<Checked>;
}

/** An entry without a tool: why, is known when all files were read. */
interface Gone {
  id: string;
  source: string | undefined;
}

/** @throws ToolError `tool_folder_unreadable`; `end` and `none`: `registry_unreadable` */
export function startComparison(project: Project, options: CheckOptions): Comparison {
  const now = registryHead();
  const build = startBuild(project, options);
  const kept = keptTools(options.texts);
  const seen = new Set<string>();
  const found: (DriftFault | Gone)[] = [];
  let upgrade: DriftFault[] = [];
  // Whether it is laid out as nichekit writes it, and whether all bytes so far are as they have to be.
  let laidOut = false;
  let same = false;
  let last = "";

  const entry = async (before: unknown, text?: string): Promise<void> => {
    const id = textOf(before, "id");
    if (id === undefined || seen.has(id)) {
      same = false;
      found.push(edited(id ?? "an entry without id", ["id"]));
      return;
    }
    seen.add(id);
    const after = await build.entry(id, before);
    if (after === undefined) {
      same = false;
      found.push({ id, source: textOf(before, "source") });
      return;
    }
    same &&= last < id && text === entryText(after);
    last = id;
    kept.add(after, same ? text : undefined);
    const fault = compareEntry(id, before, after, now.nichekit, upgrade.length > 0);
    if (fault) found.push(fault);
  };
  const derive = async () => {
    for (const id of build.ids) {
      const tool = seen.has(id) ? undefined : await build.entry(id);
      if (tool === undefined) continue;
      same = false;
      kept.add(tool);
      found.push({ ...whole("tool_new", `${id}: ${tool.source} is not in the registry yet`), tool: id });
    }
    const told = build.told();
    return { ...told, ...kept.derived(told.broken) };
  };
  const checked = (built: Awaited<ReturnType<typeof derive>>, faults: readonly DriftFault[]): Checked => ({
    built,
    faults: [...faults, ...compareTypes(project.root, built.types, faults.length > 0)],
  });
  return {
    begin: (head, text) => {
      upgrade = otherVersion(head, now);
      laidOut = text !== undefined;
      same = text === headText();
    },
    entry,
    end: async (value, text) => {
      const built = await derive();
      const faults = [...upgrade, ...found.map((fault) => ("code" in fault ? fault : missing(fault, built)))];
      if (upgrade.length === 0) faults.push(...compareRest(value, now, built.graph, faults.length > 0));
      const unchanged = laidOut ? same && text === tailText(built.graph) : kept.count() === 0 && text === registryText([], built.graph);
      if (faults.length === 0 && !unchanged) {
        faults.push(whole("registry_reformatted", `${REGISTRY_PATH} says the same in other bytes (order, spacing or repeated entries)`));
      }
      return checked(built, faults);
    },
    none: async (fault) => checked(await derive(), [fault]),
  };
}
