import { mappedStack } from "./mapped-stack.ts";

const files = new Map<string, Buffer>();

/**
 * From now on the stacks of this process name the sources of a compiled file instead of the file. Its source map, which
 * stands inline in `bytes`, is read when a stack is: most calls need none. A tool's own `Error.prepareStackTrace` stands in its place.
 */
export function mapStacksOf(file: string, bytes: Buffer): void {
  // Once, since a tool may have put its own in the place since.
  if (files.size === 0) Error.prepareStackTrace = (error, frames) => mappedStack(error, frames, files);
  files.set(file, bytes);
}
