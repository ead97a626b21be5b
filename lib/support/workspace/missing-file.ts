import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolError } from "../../../registry/error/tool-error.ts";
import { nearest } from "../../../registry/grammar/nearest.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { listFiles } from "./list-files.ts";
import { fromCaller, type PlaceInside, shownInside, wholeProject } from "./place-inside.ts";

const MOST_NEAR = 3;

/** `file_missing` with what was probably meant: a like name in that folder, the same name elsewhere. The Fix reads the likeliest. */
export async function missingFile(context: ToolContext, place: PlaceInside): Promise<ToolError> {
  const near = (await nearPaths(context, place)).map((path) => fromCaller(context, path));
  const name = basename(place.real);
  const fix =
    near[0] === undefined
      ? context.command("file", "glob", "--pattern", "*", "--path", fromCaller(context, existingFolder(place)))
      : context.command("file", "read", "--path", near[0]);
  const told = near.length === 0 ? place.given : `${place.given}; near: ${near.join(", ")}`;
  return fault("file_missing", { path: told }, { fix: [fix], detail: { path: place.path, name, near } });
}

async function nearPaths(context: ToolContext, place: PlaceInside): Promise<string[]> {
  const name = basename(place.real);
  const folder = dirname(place.real);
  const names = namesIn(folder);
  const like = nearest(name, names);
  const here = like === undefined ? [] : [shownInside(place.root, join(folder, like))];
  const { files } = await listFiles(context, wholeProject(context), false);
  const lower = name.toLowerCase();
  const elsewhere = files.filter((path) => path.slice(path.lastIndexOf("/") + 1).toLowerCase() === lower);
  // The path that ends most as it was written comes first.
  const ending = (path: string) => commonEnd(path, place.path);
  return [...new Set([...here, ...elsewhere.sort((a, b) => ending(b) - ending(a))])].slice(0, MOST_NEAR);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  } catch {
    return [];
  }
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}

/** The innermost folder above that is there, relative to PROJECT_ROOT. */
function existingFolder({ root, real }: PlaceInside): string {
  let at = dirname(real);
  while (at !== root && !isThere(at)) at = dirname(at);
  return shownInside(root, at);
}

function isThere(folder: string): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
