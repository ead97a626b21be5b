import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median, memory, type Subject } from "./measure.ts";

/** Peak resident memory, MiB, medians of three runs; undefined where `/usr/bin/time` is not there. */
export interface MemoryMeasured {
  tools: number;
  /** Reading and hashing the tools' files in Node. */
  hash: number | undefined;
  check: number | undefined;
  /** The check when one header has changed: with the header's parser, and the tokenizer for its counts. */
  changed: number | undefined;
}

/** How the memory of `gen-registry --check` grows with the tools. `root` makes a project of so many. */
export function memoryCurve(counts: readonly number[], root: (tools: number) => string, gen: string): MemoryMeasured[] {
  return counts.map((tools) => {
    const cwd = root(tools);
    const hash = peak({ name: "hash", command: [process.execPath, "hash-all.cjs", "lib"], cwd });
    const subject = { name: "check", command: [gen, "--check"], cwd };
    const check = peak(subject);
    const file = join(cwd, "lib/noun-0-verb-0.ts");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("Do the work", "Do the task"));
    const changed = peak(subject);
    writeFileSync(file, text);
    return { tools, hash, check, changed };
  });
}

function peak(subject: Subject): number | undefined {
  const runs = [1, 2, 3].flatMap(() => memory(subject) ?? []);
  return runs.length > 0 ? median(runs) : undefined;
}
