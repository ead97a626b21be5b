/**
 * TOOL_META
 * Replace an exact text in a file of the project; gives the diff, by --dry-run without writing.
 *
 * @noun file
 * @verb edit
 * @option {path} path -p - The file.
 * @option {string} old - The text as it stands there, with enough around it to be the only one.
 * @option {string} new - What takes its place; empty deletes.
 * @option {boolean} [all] - Replace it wherever it stands.
 * @option {string} [expect] - sha256 that the file must have, as file read gave it.
 * @precondition PROJECT_ROOT is a directory
 * @side_effect writes ${PROJECT_ROOT}
 * @idempotent false
 * @dry_run native
 * @output json
 * @env PROJECT_ROOT
 * @env SUBJECT
 * @exit_code 0 Replaced.
 * @exit_code 1 The text is not there, or not the only one, or the file is another than expected.
 * @exit_code 3 The file may not be written, is protected, or is no text.
 * @keywords file, edit, change, replace, modify, fix, patch, write, code, 編集, 変更, 修正, 置換, 書き換え, ファイル
 * @example file edit --path README.md --old "## Use a tool" --new "## Use the tools" --dry-run
 * @see_also file read, file write
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import type { ToolError } from "../registry/error/tool-error.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { type PlaceInside, placeInside } from "./support/workspace/place-inside.ts";
import { refuseProtected } from "./support/workspace/refuse-protected.ts";
import { lineAt, placesOf, spliced, splicesFor } from "./support/workspace/replace-text.ts";
import { checkExpected, digestOfBytes, readWhole, textOf, type WholeFile } from "./support/workspace/text-file.ts";
import { bytesOf } from "./support/workspace/text-form.ts";
import { diffOfSplices } from "./support/workspace/unified-diff.ts";
import { WrittenMeanwhile, writeInside } from "./support/workspace/write-inside.ts";

type Args = ToolArguments["file edit"];

interface Data {
  path: string;
  replaced: number;
  /** Of the file as it is now; after a dry run, as it would be. */
  sha256: string;
  /** Unified; cut at 16 KiB, which it then says. */
  diff: string;
}

/** Lines shown around a place, for a Fix that reads there. */
const AROUND = 5;
const MOST_PLACES = 10;

export const run: Run<Args, Data> = async (args, context) => {
  const place = placeInside(context, args.path);
  refuseProtected(context, place);
  if (args.old === "") throw fault("edit_old_empty", { path: args.path, command: context.command() });
  if (args.old === args.new) throw fault("edit_changes_nothing", { path: args.path, command: context.command() });
  const file = await present(context, place);
  checkExpected(context, place, args.expect, file.sha256);
  const form = textOf(place, file);
  const places = placesOf(form.text, args.old);
  if (places.length === 0) throw await missingFault(args, form.text, context);
  if (places.length > 1 && args.all !== true) throw ambiguousFault(args, form.text, places, context);
  const splices = splicesFor(form.text, places, args.new);
  const bytes = bytesOf(spliced(form.text, splices), form);
  if (!context.dryRun) write(context, place, bytes, file);
  return { path: place.path, replaced: splices.length, sha256: digestOfBytes(bytes), diff: diffOfSplices(place.path, form.text, splices) };
};

export const render: Render<Data> = ({ path, replaced, diff }) => `${diff}${path}: ${replaced} replaced`;

async function present(context: ToolContext, place: PlaceInside): Promise<WholeFile> {
  try {
    return readWhole(context, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw await (await import("./support/workspace/missing-file.ts")).missingFile(context, place);
  }
}

function write(context: ToolContext, place: PlaceInside, bytes: Uint8Array, file: WholeFile): void {
  try {
    writeInside(context, place, bytes, file.stat);
  } catch (error) {
    if (!(error instanceof WrittenMeanwhile)) throw error;
    throw fault(
      "file_changed",
      { path: place.given, actual: "another: it was written meanwhile", command: context.command() },
      { cause: error },
    );
  }
}

async function missingFault(args: Args, text: string, context: ToolContext): Promise<ToolError> {
  const { nearestPassage } = await import("./support/workspace/nearest-passage.ts");
  // What is a part of --old says nothing by being there.
  const done = args.new.trim().length < 3 || args.old.includes(args.new) ? undefined : placesOf(text, args.new)[0];
  const nearest = nearestPassage(text, args.old);
  const lines = nearest === undefined ? "" : lineRange(nearest.start_line, nearest.end_line);
  const near = [
    ...(nearest === undefined ? [] : [`; the nearest is ${lines}, which differs in: ${nearest.differs}`]),
    ...(done === undefined ? [] : [`; the text of --new is there already, in line ${lineAt(text, done.start)}`]),
  ].join("");
  if (nearest !== undefined && !context.json) context.log(nearest.text);
  const from = Math.max(1, (nearest?.start_line ?? 1) - AROUND);
  const count = nearest === undefined ? 500 : nearest.end_line + AROUND - from + 1;
  const values = { path: args.path, near, from, count, command: context.command() };
  return fault("edit_old_missing", values, {
    detail: { nearest: nearest ?? null, new_is_at_line: done === undefined ? null : lineAt(text, done.start) },
  });
}

function lineRange(from: number, to: number): string {
  return from === to ? `line ${from}` : `lines ${from} to ${to}`;
}

function ambiguousFault(args: Args, text: string, places: readonly { start: number }[], context: ToolContext): ToolError {
  const lines = places.slice(0, MOST_PLACES).map(({ start }) => lineAt(text, start));
  const told = `${lines.join(", ")}${places.length > MOST_PLACES ? ", …" : ""}`;
  const from = Math.max(1, (lines[0] as number) - AROUND);
  const values = { path: args.path, count: places.length, lines: told, from, window: 2 * AROUND + args.old.split("\n").length };
  return fault("edit_old_ambiguous", { ...values, command: context.command() }, { detail: { count: places.length, lines } });
}
