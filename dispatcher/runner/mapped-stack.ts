import { SourceMap } from "node:module";
import { dirname, resolve } from "node:path";

const maps = new Map<string, SourceMap>();

/** A stack as Node writes it, with the places in `files` (compiled, with an inline source map, by path) told as places in their sources. */
export function mappedStack(error: Error, frames: readonly NodeJS.CallSite[], files: ReadonlyMap<string, Buffer>): string {
  return [header(error), ...frames.map((frame) => `    at ${mappedFrame(frame, files)}`)].join("\n");
}

// What cannot be put in words, or be found, must not take the place of the error itself.

function header(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return "<error>";
  }
}

function mappedFrame(frame: NodeJS.CallSite, files: ReadonlyMap<string, Buffer>): string {
  const text = String(frame);
  const file = frame.getFileName();
  const bytes = file && files.get(file);
  try {
    return file && bytes ? inSource(text, frame, file, bytes) : text;
  } catch {
    return text;
  }
}

function inSource(text: string, frame: NodeJS.CallSite, file: string, bytes: Buffer): string {
  const [line, column] = [frame.getLineNumber() ?? 1, frame.getColumnNumber() ?? 1];
  const entry = sourceMap(file, bytes)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !("originalSource" in entry)) return text;
  const place = `${resolve(dirname(file), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  return text.replace(`${file}:${line}:${column}`, () => place);
}

function sourceMap(file: string, bytes: Buffer): SourceMap | undefined {
  const known = maps.get(file);
  if (known) return known;
  const inline = /\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/.exec(bytes.toString("latin1"));
  if (!inline?.[1]) return undefined;
  const map = new SourceMap(JSON.parse(Buffer.from(inline[1], "base64").toString()));
  maps.set(file, map);
  return map;
}
