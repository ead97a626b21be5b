import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Registry } from "../../registry/entry.ts";
import { judgeSequence } from "../../registry/plan/judge.ts";
import { clashesIn, planFor } from "../../registry/plan/plan-for.ts";
import { isStep, readStep } from "../../registry/plan/step.ts";
import { presentWorld } from "../../registry/plan/world.ts";
import { median } from "./measure.ts";

export interface PlanMeasured {
  name: string;
  /** Median of the round-by-round ratios to parsing the registry's JSON. */
  ratio: number;
  milliseconds: number;
}

/** Plans all tools of the registry at `root`, in this process: each a step of one sequence, against the state on the disk. */
export function plans(root: string, rounds: number): PlanMeasured[] {
  const text = readFileSync(join(root, "logs/tool-registry.json"), "utf8");
  const { tools } = JSON.parse(text) as Registry;
  const own = tools.filter(({ noun }) => noun.startsWith("noun-"));
  const lines = own.map(({ noun, verb }) => `${noun} ${verb} --keywords x`);
  const target = lines.at(-1) as string;
  const present = () => presentWorld(root, { PATH: process.env.PATH, PROJECT_ROOT: root }, tools);
  const steps = (world: ReturnType<typeof present>, wanted: readonly string[]) =>
    wanted.map((line) => readStep(line, world)).filter(isStep);
  const subjects: readonly [string, () => unknown][] = [
    ["parse the registry", () => JSON.parse(text)],
    [
      `plan ${own.length} tools`,
      () => {
        const world = present();
        const plan = planFor(steps(world, lines), world);
        return clashesIn(
          plan.steps.map(({ step }) => step),
          world,
        );
      },
    ],
    [
      `plan one among ${own.length} tools`,
      () => {
        const world = present();
        return planFor(steps(world, [target]), world);
      },
    ],
    [`check a sequence of ${own.length}`, () => judgeSequence(lines, present())],
  ];
  const times = subjects.map((): number[] => []);
  for (let round = -3; round < rounds; round++) {
    subjects.forEach(([, work], at) => {
      const started = process.hrtime.bigint();
      work();
      if (round >= 0) times[at]?.push(Number(process.hrtime.bigint() - started) / 1e6);
    });
  }
  const base = times[0] as number[];
  return subjects.map(([name], at) => {
    const own = times[at] as number[];
    return { name, ratio: median(own.map((taken, round) => taken / (base[round] as number))), milliseconds: median(own) };
  });
}
