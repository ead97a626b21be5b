/**
 * TOOL_META
 * Create a text file of the project with its folders; replaces one only with --expect or --overwrite.
 *
 * @noun file
 * @verb write
 * @option {path} path -p - The file.
 * @option {string} content - All of it; at a command line --input takes large ones.
 * @option {string} [expect] - Replace the file if its sha256 is this, as file read gave it.
 * @option {boolean} [overwrite] - Replace whatever is there.
 * @precondition PROJECT_ROOT is a directory
 * @side_effect creates ${PROJECT_ROOT}
 * @side_effect writes ${PROJECT_ROOT}
 * @idempotent true
 * @dry_run native
 * @output json
 * @env PROJECT_ROOT
 * @env SUBJECT
 * @exit_code 0 The file holds the content.
 * @exit_code 1 Another file is there, or one that differs from what was expected.
 * @exit_code 3 The file may not be written, or is protected.
 * @keywords file, write, create, new, save, overwrite, add, 作成, 新規, 書く, 書き込み, 保存, ファイル
 * @example file write --path logs/cache/note.txt --content "A first line" --overwrite
 * @see_also file edit, file read
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { type PlaceInside, placeInside } from "./support/workspace/place-inside.ts";
import { refuseProtected } from "./support/workspace/refuse-protected.ts";
import { checkExpected, digestOfBytes, readWhole, type WholeFile } from "./support/workspace/text-file.ts";
import { textForm } from "./support/workspace/text-form.ts";
import { diffOfTexts } from "./support/workspace/unified-diff.ts";
import { WrittenMeanwhile, writeInside } from "./support/workspace/write-inside.ts";

type Args = ToolArguments["file write"];

interface Data {
  path: string;
  /** `unchanged`: it held just this already. */
  state: "created" | "overwritten" | "unchanged";
  bytes: number;
  sha256: string;
  /** Folders that were made for it. */
  folders: readonly string[];
  /** Unified, of a file that was replaced; null where there was none, or no text. */
  diff: string | null;
}

export const run: Run<Args, Data> = async (args, context) => {
  const place = placeInside(context, args.path);
  refuseProtected(context, place);
  const bytes = Buffer.from(args.content, "utf8");
  const old = place.exists ? present(context, place) : null;
  const told = { path: place.path, bytes: bytes.length, sha256: digestOfBytes(bytes) };
  if (old?.sha256 === told.sha256) return { ...told, state: "unchanged", folders: [], diff: null };
  checkExpected(context, place, args.expect, old?.sha256 ?? null);
  if (old !== null && args.expect === undefined && args.overwrite !== true) throw existsFault(context, place, old);
  const form = old === null ? undefined : textForm(old.bytes);
  const was = typeof form === "object" ? form : undefined;
  if (was?.line_ending === "crlf" && !args.content.includes("\r\n")) context.warn(`${place.path} had CRLF line endings and now has LF`);
  const folders = context.dryRun ? [] : write(context, place, bytes, old);
  return {
    ...told,
    state: old === null ? "created" : "overwritten",
    folders,
    diff: was === undefined ? null : diffOfTexts(place.path, was.text, args.content.replace(/^\uFEFF/, "")),
  };
};

export const render: Render<Data> = ({ path, state, bytes, diff }) => `${diff ?? ""}${path}: ${state}, ${bytes} bytes`;

/** Null: it went away between the look and the reading. */
function present(context: ToolContext, place: PlaceInside): WholeFile | null {
  try {
    return readWhole(context, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function write(context: ToolContext, place: PlaceInside, bytes: Uint8Array, old: WholeFile | null): readonly string[] {
  try {
    return writeInside(context, place, bytes, old?.stat ?? null);
  } catch (error) {
    if (!(error instanceof WrittenMeanwhile)) throw error;
    if (old === null) throw existsFault(context, place, null);
    throw fault(
      "file_changed",
      { path: place.given, actual: "another: it was written meanwhile", command: context.command() },
      { cause: error },
    );
  }
}

function existsFault(context: ToolContext, place: PlaceInside, old: WholeFile | null): Error {
  const detail = { path: place.path, sha256: old?.sha256 ?? null, bytes: old?.bytes.length ?? null };
  return fault("file_exists", { path: place.given, command: context.command() }, { detail });
}
