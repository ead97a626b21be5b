import { statSync } from "node:fs";
import { resolve } from "node:path";
import { commandLine } from "../../../registry/error/shell-quote.ts";
import type { Project } from "../../../registry/project/project.ts";
import { SETTINGS_FILE } from "../../../registry/project/settings.ts";
import { type SettingsSlip, settingsSlips } from "../../../registry/project/settings-slips.ts";
import type { Examined, Finding } from "./finding.ts";

/**
 * What the schema of niche.json cannot know: whether its folders are there, its nouns exist and its subject has a
 * wrapper. That the file fits its schema is checked before any tool runs (`settings_invalid`, with its line and Fix).
 * An error is what tools are lost by, since a registry written then would drop them.
 */
export async function checkSettings(examined: Examined, project: Project, cwd: string, wrappers: readonly string[]): Promise<Finding[]> {
  const slips = await settingsSlips(project, cwd, examined.command("project", "doctor"));
  const { root, settings } = project;
  return [
    ...slips.filter(({ kind, loses }) => kind !== "folder" || loses).map(finding),
    ...(slips.some(({ kind, loses }) => kind === "folder" && loses) ? [] : folders(root, settings.tool_path ?? [], examined.here)),
    ...subject(settings.subject, wrappers),
  ];
}

function finding({ message, recoverable, fix, loses }: SettingsSlip): Finding {
  return { check: "settings", severity: loses ? "error" : "warning", recoverable, message, file: SETTINGS_FILE, fix };
}

/** The first one is made by `tool new`. */
function folders(root: string, paths: readonly string[], here: Examined["here"]): Finding[] {
  return paths
    .slice(1)
    .filter((path) => !statSync(resolve(root, path), { throwIfNoEntry: false })?.isDirectory())
    .map((path) => ({
      check: "settings",
      severity: "note",
      recoverable: "yes",
      message: `${SETTINGS_FILE}: tool_path names ${path}, which is no folder yet`,
      file: SETTINGS_FILE,
      fix: [here(commandLine(["mkdir", "-p", path]))],
    }));
}

function subject(name: string | undefined, wrappers: readonly string[]): Finding[] {
  if (name === undefined || wrappers.length === 0 || wrappers.includes(`bin/${name}`)) return [];
  const message = `${SETTINGS_FILE} names the subject ${name}, but bin/ has ${wrappers.map((path) => path.slice(4)).join(", ")}`;
  const fix = `Ask the user which is the subject's name: ${name}, or that of the wrapper.`;
  return [{ check: "settings", severity: "warning", recoverable: "user-action-required", message, file: SETTINGS_FILE, fix: [fix] }];
}
