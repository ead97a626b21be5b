import type { ToolEntry } from "../../../registry/entry.ts";
import { inputSchema } from "../../../registry/tool-meta/input-schema.ts";
import { parseHeader } from "../../../registry/tool-meta/parse.ts";
import type { Scratch } from "./scratch-copy.ts";
import { call, type Subject, tell } from "./subject.ts";

/**
 * What callers are shown is what the header says: the entry that is served (from a registry that vouches for it) against the
 * header parsed anew, and the options of the help's text against both.
 */
export async function checkHelp(subject: Subject, scratch: Scratch): Promise<void> {
  const { entry, file } = subject;
  const { header } = file;
  const parsed = header && parseHeader(header, { shown: entry.source, stem: `${entry.noun}-${entry.verb}` });
  if (parsed?.ok !== true) return;
  const instead = `${subject.project.command} registry generate`;
  const asData = await call(subject, scratch, ["--help", "--json"]);
  const served = asData.outcome?.ok === true ? (asData.outcome.data as ToolEntry) : undefined;
  const schema = inputSchema(parsed.meta);
  if (served === undefined) {
    tell(subject, "help_differs", "The tool has no help", "Mend what its help says on stderr");
    return;
  }
  const promises = (one: Pick<ToolEntry, "preconditions" | "idempotent" | "side_effects" | "dry_run">) =>
    JSON.stringify([one.preconditions.map(({ text }) => text), one.idempotent, one.side_effects.map(({ text }) => text), one.dry_run]);
  if (JSON.stringify(served.input_schema) !== JSON.stringify(schema)) {
    tell(subject, "help_differs", "The registry's input schema is not what the header gives", instead);
  } else if (promises(served) !== promises(parsed.meta)) {
    tell(subject, "help_differs", "The registry's preconditions and side effects are not what the header gives", instead);
  }
  const { stdout } = await call(subject, scratch, ["--help"]);
  for (const { name } of parsed.meta.options ?? []) {
    if (!new RegExp(`--${name}(?![\\w-])`).test(stdout)) tell(subject, "help_differs", `The help does not name --${name}`, instead, name);
  }
  for (const { name } of parsed.meta.args ?? []) {
    if (!stdout.includes(name)) tell(subject, "help_differs", `The help does not name ${name}`, instead, name);
  }
}
