import { basename, join, relative } from "node:path";
import type { Project } from "../../../registry/project/project.ts";
import { codeLines, languageOf } from "../../../registry/proof/code-lines.ts";
import { type Finding, finding } from "../../../registry/proof/finding.ts";
import { type OutsidePath, outsidePaths } from "../../../registry/proof/outside-paths.ts";
import { sentOutside } from "../../../registry/proof/outside-writes.ts";
import { type OutsideChange, type Stamps, stampChanges, stampsOf } from "./project-watch.ts";
import type { ScratchCopy } from "./scratch-copy.ts";
import type { Subject } from "./subject.ts";

/** When a tool was tried, in milliseconds since 1970, and where its findings stand. */
export interface Trial {
  place: { tool: string; file: string; line: number };
  from: number;
  to: number;
  /** Its text names the project's folder by its path on this machine, or a folder of dependencies. */
  names: { project: boolean; dependencies: boolean };
}

/** Folders whose content the copy shares with the project. */
const SHARED = /(?:^|\/)(?:node_modules|\.venv|venv)\//;
/** The clock of file systems lags behind by up to one tick. Milliseconds. */
const TICK = 20;
/** Of an absolute path that a tool names, so much is looked at. */
const MOST_OUTSIDE = 2000;

/** Looks at the real project, dependencies and all, until `findings` compares. A dispatcher's logs and caches are not the tools'. */
export function watchProject(project: Project, copy: ScratchCopy): { findings(trials: readonly Trial[]): Finding[] } {
  const skip = new Set([join(project.root, "logs"), copy.folder]);
  const before = stampsOf([project.root], skip);
  return {
    findings: (trials) => stampChanges(before, stampsOf([project.root], skip)).flatMap((change) => told(project, change, trials)),
  };
}

/**
 * A change of the project's own files is laid at the tool that was tried at that moment; of several, at those whose text names the place.
 * Nothing leads there from a copy but a package's link and a path that the tool writes out, so these are faults; where neither is seen,
 * somebody else may have been at work.
 */
function told({ root }: Project, { path, kind, at }: OutsideChange, trials: readonly Trial[]): Finding[] {
  const shown = relative(root, path);
  const shared = SHARED.test(`${shown}/`);
  const during = trials.filter(({ from, to }) => at >= from - TICK && at <= to + TICK);
  const naming = during.filter(({ names }) => (shared ? names.dependencies : names.project));
  return (naming.length > 0 ? naming : during).map((trial, _, blamed) => {
    const beside = blamed.find((other) => other !== trial)?.place.tool;
    const who = beside === undefined ? "It" : `It, or ${beside} beside it,`;
    const sure = shared || naming.length > 0;
    const message = sure
      ? `${who} ${kind} ${shown} of the project itself, not of the copy`
      : `While it ran, ${shown} of the project itself was ${kind}, not of the copy`;
    const instead = shared
      ? "Write beside the packages (node_modules/.cache) or into the project, never into a package; then install the packages again"
      : "Build each path from PROJECT_ROOT; if somebody else changed it meanwhile, verify once more";
    return finding(trial.place, "effect_outside", message, instead, sure ? "fault" : "warning");
  });
}

/** What a tool's own text says of places outside: how it is watched while it is tried. */
export interface Reach {
  names: Trial["names"];
  /** Absolute paths that it names. */
  paths: readonly OutsidePath[];
  /** Those of them to which it sends output though its header does not say so. */
  written: readonly OutsidePath[];
  stamps: Stamps;
}

export function reachOf({ project, file, entry }: Pick<Subject, "project" | "file" | "entry">, source: string, scratch: string): Reach {
  const language = languageOf(basename(entry.source), file.shebang);
  const lines = codeLines(source, language);
  const inside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
  const paths = outsidePaths(lines).filter(({ path }) => !inside(path, project.root) && !inside(path, scratch));
  const roots = paths.map(({ path }) => path);
  const names = { project: source.includes(project.root), dependencies: /node_modules|\bvenv\b/.test(source) };
  const written = sentOutside(entry.side_effects, lines, language);
  return { names, paths, written, stamps: stampsOf(roots, new Set(), MOST_OUTSIDE) };
}

/** Whether what the tool names by an absolute path is as it was before it was tried. */
export function checkReach(subject: Subject, { paths, stamps }: Reach): void {
  const roots = paths.map(({ path }) => path);
  for (const { path, kind } of stampChanges(stamps, stampsOf(roots, new Set(), MOST_OUTSIDE))) {
    const at = paths.find((one) => path === one.path || path.startsWith(`${one.path}/`));
    const verb = { created: "creates", changed: "writes", deleted: "deletes" }[kind];
    const message = `It ${kind} ${path}, outside the project, which the header does not say`;
    const instead = `Write below PROJECT_ROOT, HOME or TMPDIR, or declare it, and it is not tried: ${verb} ${path}`;
    subject.findings.push(finding({ ...subject.place, line: at?.line ?? subject.place.line }, "effect_outside", message, instead));
  }
}
