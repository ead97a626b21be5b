/**
 * What the search over capabilities finds and what it costs.
 * `npm run bench:search [-- --seal FOLDER] [--set FILE]… [--ablate] [--rounds 15] [--size 10000]`.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build, type Plugin } from "esbuild";
import { ABLATIONS, type Ablation } from "./ablations.ts";
import type { Relevance } from "./relevance.ts";
import { indexCost, manyCards, speeds } from "./speed.ts";

const { values } = parseArgs({
  options: {
    seal: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
    ablate: { type: "boolean", default: false },
    rounds: { type: "string", default: "15" },
    size: { type: "string", default: "10000" },
  },
});

/** The search as it stands, or with one of its means taken away, in a process of its own. */
async function relevanceWithout(ablation: Ablation | undefined): Promise<readonly Relevance[]> {
  const child = "node_modules/.cache/nichekit/relevance-child.mjs";
  await build({
    entryPoints: ["scripts/bench/search/relevance-child.ts"],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outfile: child,
    logLevel: "warning",
    plugins: ablation === undefined ? [] : [changed(ablation)],
  });
  const sets = values.set.map((file) => resolve(file));
  const words = [child, values.seal === undefined ? "" : resolve(values.seal), ...sets];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8", maxBuffer: 1 << 26 }));
}

function changed({ name, file, from, to }: Ablation): Plugin {
  return {
    name,
    setup(building) {
      building.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path !== resolve(file)) return undefined;
        const source = readFileSync(path, "utf8");
        if (source.split(from).length !== 2) throw new Error(`${file} no longer holds exactly once: ${from}`);
        return { contents: source.replace(from, () => to), loader: "ts" };
      });
    },
  };
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const part = (value: number) => value.toFixed(3);
const print = (text: string) => process.stdout.write(`${text}\n\n`);

const whole = await relevanceWithout(undefined);
print(
  table(
    ["set", "queries / capabilities", "Recall@5", "NDCG@10", "first is right", "MRR", "wrong twin"],
    whole.map(({ set, queries, capabilities, recall5, ndcg10, first, mrr, wrongTwins }) => [
      set,
      `${queries} / ${capabilities}`,
      part(recall5),
      part(ndcg10),
      part(first),
      part(mrr),
      wrongTwins === null ? "" : part(wrongTwins),
    ]),
  ),
);

if (values.ablate) {
  const rows: string[][] = [];
  for (const ablation of [undefined, ...ABLATIONS]) {
    const figures = ablation === undefined ? whole : await relevanceWithout(ablation);
    rows.push([ablation?.name ?? "(nothing)", ...figures.map(({ recall5, ndcg10 }) => `${part(recall5)} / ${part(ndcg10)}`)]);
  }
  print(table(["without (Recall@5 / NDCG@10)", ...whole.map(({ set }) => set)], rows));
}

const cards = manyCards(Number(values.size));
const rounds = Number(values.rounds);
const { index, cost } = indexCost(cards, rounds);
const millis = (value: number) => value.toFixed(2);
print(
  table(
    ["index over", "build, first time", "to bytes", "from bytes", "MiB", "terms"],
    [
      [
        String(cards.length),
        millis(cost.build),
        millis(cost.encode),
        millis(cost.decode),
        (cost.bytes / 2 ** 20).toFixed(2),
        String(cost.terms),
      ],
    ],
  ),
);
for (const everyTime of [false, true]) {
  print(
    table(
      [everyTime ? "a new gate at each search" : "the same gate", "search : scan of names", "worst query", "search, ms", "scan, ms"],
      speeds(cards, index, rounds, everyTime).map(({ queries, ratio, worst, search, scan }) => [
        queries,
        ratio.toFixed(2),
        worst.toFixed(2),
        millis(search),
        millis(scan),
      ]),
    ),
  );
}
