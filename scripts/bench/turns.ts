import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";

export interface TurnMeasured {
  tools: number;
  /** Bytes of all tools' name, description and schema, as a flat request carries them. */
  flat: number;
  /** Bytes of what the first turn gives a model, the largest of several goals. */
  turn: number;
  /** Tools that it shows with their schema. */
  shown: number;
  milliseconds: number;
}

const GOALS = ["why do the tests fail, fix it", "do the work number 7 on the things of noun-3", "look for words in the documents", ""];

/** Opens a project as an embedder does, and takes a first turn for each goal. */
const CHILD = `
const [library, root, goals] = process.argv.slice(1);
const { openHarness } = await import(library);
const flat = await openHarness({ projectRoot: root });
let all = 0, tools = 0;
for (const { id, kind } of (await flat.catalog()).cards()) {
  if (kind !== "tool") continue;
  const descriptor = await flat.descriptor(id);
  if (descriptor === undefined) continue;
  const { modelProjection, toolSchema } = await descriptor.load();
  all += Buffer.byteLength(JSON.stringify({ name: id, description: modelProjection, input_schema: toolSchema ?? { type: "object" } }));
  tools++;
}
let turn = 0, shown = 0;
const began = performance.now();
for (const userGoal of JSON.parse(goals)) {
  const harness = await openHarness({ projectRoot: root });
  const rendered = await harness.turn({ userGoal });
  const bytes = Buffer.byteLength(rendered.modelInput);
  if (bytes > turn) [turn, shown] = [bytes, rendered.tools.anthropic.length];
}
const milliseconds = (performance.now() - began) / JSON.parse(goals).length;
console.log(JSON.stringify({ tools, flat: all, turn, shown, milliseconds }));
`;

export function turns(roots: readonly string[], library: string): TurnMeasured[] {
  return roots.map((root) => {
    const args = ["--input-type=module", "-e", CHILD, pathToFileURL(library).href, root, JSON.stringify(GOALS)];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as TurnMeasured;
  });
}
