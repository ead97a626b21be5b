import { spawnSync } from "node:child_process";

/** A whole process to be timed: its words, and where and with what it runs. */
export interface Subject {
  name: string;
  command: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** Its exit code must be this; default 0. A subject that fails is not measured but told. */
  code?: number;
}

export interface Measured {
  name: string;
  /** Median of the round-by-round ratios to each base, by the base's name. */
  ratios: Readonly<Record<string, number>>;
  /** Median wall time, milliseconds. */
  milliseconds: number;
  /** Peak resident memory of the largest process, MiB; undefined where `/usr/bin/time` is not there. */
  mebibytes: number | undefined;
}

/**
 * Times subjects interleaved: every round runs each once, beginning with
 * another one each time, so that a change of the machine's speed meets all of
 * them; ratios are taken within a round. One round before does not count.
 */
export function measure(subjects: readonly Subject[], bases: readonly string[], rounds: number): Measured[] {
  const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (let at = 0; at < subjects.length; at++) {
      const subject = subjects[(at + round + 1) % subjects.length] as Subject;
      const taken = time(subject);
      if (round >= 0) times.get(subject.name)?.push(taken);
    }
  }
  return subjects.map((subject) => {
    const own = times.get(subject.name) as number[];
    const ratios = bases.map((base) => [base, median(own.map((taken, round) => taken / (times.get(base)?.[round] as number)))] as const);
    return { name: subject.name, ratios: Object.fromEntries(ratios), milliseconds: median(own), mebibytes: memory(subject) };
  });
}

function time(subject: Subject): number {
  const [file, ...args] = subject.command as [string, ...string[]];
  const started = process.hrtime.bigint();
  const ran = spawnSync(file, args, { cwd: subject.cwd, env: { ...process.env, ...subject.env }, stdio: ["ignore", "ignore", "pipe"] });
  const taken = Number(process.hrtime.bigint() - started) / 1e6;
  if (ran.status !== (subject.code ?? 0)) throw new Error(`${subject.name} left with ${ran.status ?? ran.signal}: ${ran.stderr}`);
  return taken;
}

/** Peak resident memory of one run, MiB. */
export function memory(subject: Subject): number | undefined {
  const ran = spawnSync("/usr/bin/time", ["-f", "%M", ...subject.command], {
    cwd: subject.cwd,
    env: { ...process.env, ...subject.env },
    encoding: "utf8",
  });
  const kibibytes = Number(ran.stderr?.trim().split("\n").at(-1));
  return ran.error === undefined && kibibytes > 0 ? kibibytes / 1024 : undefined;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
