import { REGISTRY_PATH, type ToolEntry } from "../entry.ts";
import { entryText, headText, registryHead, registryText, tailText } from "../generate/registry-text.ts";
import { type BuildOptions, startBuild } from "../generate/start-build.ts";
import type { Told } from "../generate/tool-files.ts";
import type { Project } from "../project/project.ts";
import { compareEntry, compareRest, type DriftFault, missing, otherVersion, textOf, whole } from "./compare.ts";
import { compareTypes } from "./compare-types.ts";
import { type Derived, keptTools, type Wanted } from "./kept-tools.ts";

type Json = Readonly<Record<string, unknown>>;

/** What a check has found; the entries are not kept. */
export interface Checked {
  built: Told & Derived;
  /** The committed files against what the headers give. */
  faults: readonly DriftFault[];
}

export type CheckOptions = BuildOptions & Wanted;

/** Compares a committed registry, told entry by entry, with what the headers give. */
export interface Comparison {
  /** What stands before the tools, and its text where the registry is laid out as nichekit writes it. */
  begin(head: Json, text?: string): void;
  /** Ids ascend. Waits, as `Build.entry` does, only where a header must be parsed. */
  entry(entry: CommittedEntry): Promise<void> | undefined;
  /** An entry that can be no tool's. */
  odd(fault: DriftFault, place: number): void;
  /** The registry without its tools, and the text behind them; the whole text where `begin` was given none. */
  end(value: Json, text: string): Promise<Checked>;
  /** There is no registry to compare with, as `fault` says. */
  none(fault: DriftFault): Promise<Checked>;
}

export interface CommittedEntry {
  id: string;
  value: unknown;
  /** Where in the list of tools it stands. */
  place: number;
  text?: string;
}

/** Of an entry without a tool: why, is known when all files were read. */
interface Gone {
  id: string;
  source: string | undefined;
}

/** @throws ToolError `tool_folder_unreadable`; `end` and `none`: `registry_unreadable` */
export function startComparison(project: Project, options: CheckOptions): Comparison {
  const now = registryHead();
  const build = startBuild(project, options);
  const kept = keptTools(options);
  const found: { place: number; fault: DriftFault | Gone }[] = [];
  const added: DriftFault[] = [];
  let upgrade: DriftFault[] = [];
  // Whether it is laid out as nichekit writes it, and whether all bytes so far are as they have to be.
  let laidOut = false;
  let same = false;

  /** The tools before `id`, or all that are left, have no entry. */
  const addUpTo = async (id?: string) => {
    for (let next = build.next(); next !== undefined && (id === undefined || next < id); next = build.next()) {
      const tool = await build.entry();
      if (tool === undefined) continue;
      kept.add(tool);
      added.push({ ...whole("tool_new", `${tool.id}: ${tool.source} is not in the registry yet`), tool: tool.id });
    }
  };
  const entry: Comparison["entry"] = (committed) => {
    const next = build.next();
    if (next !== undefined && next < committed.id) return addUpTo(committed.id).then(() => entry(committed));
    const tool = next === committed.id ? build.entry(committed.value) : undefined;
    if (tool instanceof Promise) return tool.then((made) => compare(committed, made));
    compare(committed, tool);
    return undefined;
  };
  const compare = ({ id, value, place, text }: CommittedEntry, tool: ToolEntry | undefined): void => {
    if (tool === undefined) {
      found.push({ place, fault: { id, source: textOf(value, "source") } });
      return;
    }
    kept.add(tool);
    same &&= text === entryText(tool);
    const fault = compareEntry(id, value, tool, now.nichekit, upgrade.length > 0);
    if (fault) found.push({ place, fault });
  };
  const derive = async () => {
    await addUpTo();
    const told = build.told();
    return { ...told, ...kept.derived(told.broken) };
  };
  const checked = (built: Told & Derived, faults: readonly DriftFault[]): Checked => ({
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
    odd: (fault, place) => found.push({ place, fault }),
    end: async (value, text) => {
      const built = await derive();
      const inPlace = found.sort((a, b) => a.place - b.place).map(({ fault }) => ("code" in fault ? fault : missing(fault, built)));
      const faults = [...upgrade, ...inPlace, ...added];
      if (upgrade.length === 0) faults.push(...compareRest(value, now, built.graph, faults.length > 0));
      const unchanged = laidOut ? same && text === tailText(built.graph) : built.tools === 0 && text === registryText([], built.graph);
      if (faults.length === 0 && !unchanged) {
        faults.push(whole("registry_reformatted", `${REGISTRY_PATH} says the same in other bytes (order, spacing or repeated entries)`));
      }
      return checked(built, faults);
    },
    none: async (fault) => checked(await derive(), [fault]),
  };
}
