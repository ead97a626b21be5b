import { statSync } from "node:fs";
import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { fromCaller, type PlaceInside, placeInside, wholeProject } from "./place-inside.ts";

/**
 * A folder of the project to look in; undefined: all of it.
 *
 * @throws ToolError what `placeInside` throws, `file_missing`, `path_malformed` for a file
 */
export async function folderInside(context: ToolContext, given: string | undefined): Promise<PlaceInside> {
  if (given === undefined) return wholeProject(context);
  const place = placeInside(context, given);
  if (!place.exists) throw await missingFolder(context, place);
  if (!statSync(place.real).isDirectory()) {
    throw fault("path_malformed", { path: given, reason: "a folder is wanted, and it is a file", command: context.command() });
  }
  return place;
}

/** `file_missing` for what may have been a folder: its Fix lists the folders' files by that name. */
export async function missingFolder(context: ToolContext, place: PlaceInside): Promise<Error> {
  const { listFiles } = await import("./list-files.ts");
  const name = place.path.slice(place.path.lastIndexOf("/") + 1);
  const { files } = await listFiles(context, wholeProject(context), false);
  const folders = new Set(files.flatMap((path) => foldersOf(path)).filter((path) => path === name || path.endsWith(`/${name}`)));
  const near = [...folders].slice(0, 3).map((path) => fromCaller(context, path));
  const first = near[0];
  const again = first === undefined ? ["--pattern", "*"] : ["--pattern", "*", "--path", first];
  const told = near.length === 0 ? place.given : `${place.given}; near: ${near.join(", ")}`;
  return fault("file_missing", { path: told }, { fix: [context.command("file", "glob", ...again)], detail: { path: place.path, near } });
}

function foldersOf(path: string): string[] {
  return path.split("/").flatMap((_, at, parts) => (at === 0 ? [] : [parts.slice(0, at).join("/")]));
}
