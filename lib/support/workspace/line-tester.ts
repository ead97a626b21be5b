import { Script } from "node:vm";

/** How long all lines together may take, and one alone. Milliseconds. */
export interface TimeLimits {
  readonly all: number;
  readonly one: number;
}

export type Tested =
  /** Numbers of the lines that match. */
  | { readonly kind: "done"; readonly matching: readonly number[] }
  /** The time for all is over. */
  | { readonly kind: "stopped" }
  /** This one line took too long. */
  | { readonly kind: "slow"; readonly at: number };

const JOB = Symbol.for("nichekit.lineTester");
const script = new Script('globalThis[Symbol.for("nichekit.lineTester")]()');

/**
 * Tests lines, in a way that ends a regular expression in the midst of one: V8 lets only code of a script be stopped, so the loop is run
 * through one. Without it a pattern such as (a+)+$ holds the process for years.
 */
export function lineTester(test: (line: string) => boolean, limits: TimeLimits): (lines: readonly string[]) => Tested {
  const holder = globalThis as Record<symbol, unknown>;
  let left = limits.all;
  return (lines) => {
    const matching: number[] = [];
    let at = 0;
    const loop = () => {
      for (; at < lines.length; at += 1) if (test(lines[at] as string)) matching.push(at);
    };
    for (;;) {
      const begun = at;
      const started = performance.now();
      const timeout = Math.max(1, Math.ceil(Math.min(limits.one, left)));
      holder[JOB] = loop;
      try {
        script.runInThisContext({ timeout });
        left -= performance.now() - started;
        return { kind: "done", matching };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
        left -= performance.now() - started;
        if (left <= 0) return begun === at && timeout >= limits.one ? { kind: "slow", at } : { kind: "stopped" };
        // Many lines of which each was quick: on with the one that it stopped in.
        if (begun === at) return { kind: "slow", at };
      } finally {
        delete holder[JOB];
      }
    }
  };
}
