import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { commandLine } from "../../../registry/error/shell-quote.ts";
import { nearest } from "../../../registry/grammar/nearest.ts";
import { fileStem, listToolFiles } from "../../../registry/project/list.ts";
import { packageRoot } from "../../../registry/project/package-root.ts";
import type { Project } from "../../../registry/project/project.ts";
import { SETTINGS_FILE } from "../../../registry/project/settings.ts";
import type { Finding } from "./finding.ts";

/**
 * What the schema of niche.json cannot know: whether its folders are there, its nouns exist and its subject has a
 * wrapper. That the file fits its schema is checked before any tool runs (`settings_invalid`, with its line and Fix).
 */
export function checkSettings({ root, settings }: Project, wrappers: readonly string[]): Finding[] {
  return [...folders(root, settings.tool_path ?? []), ...nouns(settings.shared_nouns ?? []), ...subject(settings.subject, wrappers)];
}

/** The first one is made by `tool new`. */
function folders(root: string, paths: readonly string[]): Finding[] {
  return paths
    .slice(1)
    .filter((path) => !statSync(resolve(root, path), { throwIfNoEntry: false })?.isDirectory())
    .map((path) => ({
      check: "settings",
      severity: "note",
      recoverable: "yes",
      message: `${SETTINGS_FILE}: tool_path names ${path}, which is no folder yet`,
      file: SETTINGS_FILE,
      fix: [commandLine(["mkdir", "-p", path])],
    }));
}

function nouns(named: readonly string[]): Finding[] {
  const lib = join(packageRoot(), "lib");
  const known = [...new Set(listToolFiles({ path: lib, prefix: "lib/" }).map((name) => fileStem(name).split("-")[0] as string))];
  // Nouns that a later nichekit will have are allowed: the default names them too.
  const later = ["capability", "plan", "session", "skill"];
  return named
    .filter((noun) => ![...known, ...later].includes(noun))
    .map((noun) => {
      const near = nearest(noun, known);
      const message = `${SETTINGS_FILE}: shared_nouns names ${noun}, which no tool of the shared lib has`;
      const fix =
        near === undefined
          ? `Ask the user what ${noun} in shared_nouns was meant for.`
          : commandLine(["sed", "-i.bak", `s/"${noun}"/"${near}"/`, SETTINGS_FILE]);
      return {
        check: "settings",
        severity: "warning",
        recoverable: near === undefined ? "user-action-required" : "yes",
        message,
        file: SETTINGS_FILE,
        fix: [fix],
      };
    });
}

function subject(name: string | undefined, wrappers: readonly string[]): Finding[] {
  if (name === undefined || wrappers.length === 0 || wrappers.includes(`bin/${name}`)) return [];
  const message = `${SETTINGS_FILE} names the subject ${name}, but bin/ has ${wrappers.map((path) => path.slice(4)).join(", ")}`;
  const fix = `Ask the user which is the subject's name: ${name}, or that of the wrapper.`;
  return [{ check: "settings", severity: "warning", recoverable: "user-action-required", message, file: SETTINGS_FILE, fix: [fix] }];
}
