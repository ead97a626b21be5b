import { mkdirSync } from "node:fs";
import { bashTool, project, type TestProject } from "../support/project.ts";
import { type Ran, type RunOptions, run } from "../support/run.ts";

/** A Bash tool that does what its header says, and leaves a line in `calls.txt`. */
export function effectTool(noun: string, verb: string, header: readonly string[], body = ""): string {
  return bashTool(noun, verb, `cd "$PROJECT_ROOT" && echo "${noun} ${verb}" >> calls.txt\n${body}`, ["options: []", ...header]);
}

/** The guideline's own pair, and a tool beside it: `docs index` makes what `docs fetch` needs, `docs import` writes the same. */
export const GUIDELINE: Readonly<Record<string, string>> = {
  "lib/docs-fetch.sh": effectTool(
    "docs",
    "fetch",
    ["preconditions: [build/index exists]", "side_effects: [reads build/index]"],
    "cat build/index",
  ),
  "lib/docs-index.sh": effectTool("docs", "index", ["side_effects: [creates build/index]"], "mkdir -p build && echo indexed > build/index"),
  "lib/docs-import.sh": effectTool(
    "docs",
    "import",
    ["side_effects: [writes ./build/../build/index]"],
    "mkdir -p build && echo imported > build/index",
  ),
};

export interface Planner extends TestProject {
  /** `plan …` of the subject. */
  plan(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** The same as JSON. */
  json(
    args: readonly string[],
    options?: RunOptions,
  ): Promise<{ code: number | null; data: Json; error: Json; stderr: string; next: string[] }>;
}

type Json = ReturnType<typeof JSON.parse>;

/** A project with these tools in `lib/`, besides the shared `plan`. */
export function planner(files: Readonly<Record<string, string>> = GUIDELINE): Planner {
  const made = project(files);
  mkdirSync(made.root, { recursive: true });
  const plan = (args: readonly string[], options: RunOptions = {}) => run(made.wrapper, ["plan", ...args], { cwd: made.root, ...options });
  return {
    ...made,
    plan,
    json: async ([verb = "", ...args], options) => {
      const ran = await plan([verb, "--json", ...args], options);
      const { data, error, next } = JSON.parse(ran.stdout);
      return { code: ran.code, data, error, next, stderr: ran.stderr };
    },
  };
}
