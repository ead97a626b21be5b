import { LineCounter, parseDocument } from "yaml";

export type YamlResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly line: number };

/** YAML in which every scalar is text, as written (`1.10`, `yes`, `012`). `line` is 0-based. */
export function parseYaml(source: string): YamlResult {
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { schema: "failsafe", logLevel: "silent", lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    return { ok: false, message: error.message.split("\n")[0] ?? "", line: Math.max(0, lineCounter.linePos(error.pos[0]).line - 1) };
  }
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 100 }) };
  } catch (thrown) {
    // An alias without its anchor, or too many of them.
    return { ok: false, message: (thrown as Error).message.split("\n")[0] ?? "", line: 0 };
  }
}
