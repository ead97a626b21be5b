/**
 * TOOL_META
 * Read a text file of the project by lines, with its sha256 for a later edit.
 *
 * @noun file
 * @verb read
 * @option {path} path -p - The file.
 * @option {integer} [offset=1] -o - First line, from 1.
 * @option {integer} [limit=500] -l - How many lines at the most.
 * @option {integer} [column=1] - Where in the first line to begin, for lines too long to show whole.
 * @precondition PROJECT_ROOT is a directory
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @output json
 * @env PROJECT_ROOT
 * @exit_code 0 Read; a file that is no text is told, not shown.
 * @exit_code 1 There is no such file in the project, or no such line in it.
 * @exit_code 3 It may not be read, or is no ordinary file.
 * @keywords file, read, open, view, show, cat, content, source, code, lines, ファイル, 読む, 読み込み, 表示, 内容, 開く, コード
 * @example file read --path README.md --limit 20
 * @see_also file grep, file glob, file edit
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import { fault } from "../registry/error/catalogue.ts";
import { commandLine } from "../registry/error/shell-quote.ts";
import type { Render, Run, ToolContext } from "../registry/tool-context.ts";
import { atLeast } from "./support/workspace/at-least.ts";
import { withOpenFile } from "./support/workspace/open-inside.ts";
import { type PlaceInside, placeInside } from "./support/workspace/place-inside.ts";
import { readWindow, type WindowText } from "./support/workspace/read-window.ts";

/** As the header declares them; a caller that applies no defaults is served too. */
type Args = Partial<ToolArguments["file read"]> & Pick<ToolArguments["file read"], "path">;

interface Text extends WindowText {
  path: string;
  /** Of the whole file. */
  bytes: number;
  binary: false;
  start_line: number;
}

interface NoText {
  path: string;
  bytes: number;
  binary: true;
  /** What it is instead of UTF-8 text. */
  what: string;
}

export const run: Run<Args, Text | NoText> = async (args, context) => {
  const offset = atLeast(context, "file read", "--offset", args.offset ?? 1, 1);
  const limit = atLeast(context, "file read", "--limit", args.limit ?? 500, 1);
  const column = atLeast(context, "file read", "--column", args.column ?? 1, 1);
  const place = placeInside(context, args.path);
  const { size, read } = await opened(context, place, (fd, bytes) => ({
    size: bytes,
    read: readWindow(fd, bytes, { offset, limit, column }),
  }));
  if (typeof read === "string") return { path: place.path, bytes: size, binary: true, what: read };
  const total = read.total_lines;
  if (total !== null && offset > Math.max(total, 1)) {
    throw fault("file_offset_past_end", { path: args.path, total, last: Math.max(1, total - 99), command: context.command() });
  }
  if (read.rest !== null) context.next(restCommand(args.path, read.rest));
  return { path: place.path, bytes: size, binary: false, start_line: offset, ...read };
};

/** Without a shell's line numbers, what stands in `content` is what stands in the file; people get the numbers. */
export const render: Render<Text | NoText> = (data) => {
  if (data.binary) return `${data.path} is ${data.what} (${data.bytes} bytes)`;
  if (data.content === "") return `${data.path} is empty`;
  const lines = data.content.replace(/\n$/, "").split("\n");
  const width = String(data.end_line).length;
  const shown = lines.map((line, at) => `${String(data.start_line + at).padStart(width)}\t${line}`);
  const of = data.total_lines === null ? "" : ` of ${data.total_lines}`;
  return [
    ...shown,
    ...(data.rest === null ? [] : [`Lines ${data.start_line} to ${data.end_line}${of}; more: ${restCommand(data.path, data.rest)}`]),
  ].join("\n");
};

function restCommand(path: string, { offset, column }: NonNullable<WindowText["rest"]>): string {
  return `file read --path ${commandLine([path])} --offset ${offset}${column === undefined ? "" : ` --column ${column}`}`;
}

async function opened<T>(context: ToolContext, place: PlaceInside, use: (fd: number, bytes: number) => T): Promise<T> {
  try {
    return withOpenFile(context, place, ({ fd, stat }) => use(fd, stat.size));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const { missingFile } = await import("./support/workspace/missing-file.ts");
    throw await missingFile(context, place);
  }
}
