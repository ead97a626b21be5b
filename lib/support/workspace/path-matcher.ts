import { relative, sep } from "node:path";
import picomatch from "picomatch";
import { fault } from "../../../registry/error/catalogue.ts";
import type { ToolContext } from "../../../registry/tool-context.ts";
import { isInside } from "./place-inside.ts";

/**
 * Whether a path, relative to a folder, is named by globs as .gitignore has them: one without a slash matches by name at any depth, a
 * folder's name all below it; `!` before one leaves out what it names. Only exclusions: all else is named. An absolute glob
 * is made relative where it lies in the folder.
 *
 * @throws ToolError `glob_invalid`
 */
export function pathMatcher(context: Pick<ToolContext, "command">, globs: readonly string[], folder: string): (path: string) => boolean {
  const read = (glob: string) => {
    try {
      return matcher(glob, folder);
    } catch (error) {
      const shown = glob.length > 100 ? `${glob.slice(0, 100)}…` : glob;
      const values = { glob: shown, reason: (error as Error).message.slice(-100), command: context.command() };
      throw fault("glob_invalid", values, { cause: error });
    }
  };
  const wanted = globs.filter((glob) => !glob.startsWith("!")).map(read);
  const unwanted = globs.flatMap((glob) => (glob.startsWith("!") ? [read(glob.slice(1))] : []));
  const named = (path: string) => wanted.length === 0 || wanted.some((matches) => matches(path));
  return (path) => named(path) && !unwanted.some((matches) => matches(path));
}

function matcher(given: string, folder: string): (path: string) => boolean {
  const local = isInside(folder, given) ? relative(folder, given).split(sep).join("/") : given;
  const glob = local.replace(/^(\.\/)+/, "").replace(/\/+$/, "");
  if (glob === "" || glob === ".") return () => true;
  const byName = !glob.includes("/");
  const options = { dot: true, nonegate: true };
  const whole = picomatch(byName ? `**/${glob}` : glob.replace(/^\//, ""), options);
  // A pattern that ends open matches files at once; one that may be a folder's name also stands for what is in it.
  const below = /(^|\/)\*+$/.test(glob) ? () => false : picomatch(`${byName ? `**/${glob}` : glob.replace(/^\//, "")}/**`, options);
  return (path) => whole(path) || below(path);
}
