import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExampleCall } from "../../../registry/proof/example-call.ts";
import { withMoreVariables } from "../../../registry/proof/more-variables.ts";
import { toolVariables } from "../../../registry/tool-meta/tool-variables.ts";
import { callerEnvironment } from "./call-tool.ts";
import { answer } from "./check-twice.ts";
import type { Scratch } from "./scratch-copy.ts";
import { call, GIVEN, type Subject, tell } from "./subject.ts";

/** Variables that change how programs start, for any of them: to give these to a tool proves nothing about its header. */
const NOT_THE_TOOLS =
  /^(?:LC_\w+|TOOL_\w+|ARG_\w+|NICHE_\w+|XDG_CACHE_HOME|PWD|OLDPWD|SHLVL|_|NODE_OPTIONS|BASH_ENV|ENV|LD_\w+|DYLD_\w+|PYTHON\w*|PERL5\w*|RUBY\w*|npm_\w+|GIT_\w+|FORCE_COLOR|CI)$/;

/**
 * Calls the tool in the copy with all that the caller has in place of what its header asks for. Another answer than `settled`
 * means that it needs a variable which it does not declare; halving the set finds which.
 */
export async function checkEnvironment(subject: Subject, scratch: Scratch, example: ExampleCall, settled: string): Promise<void> {
  const { entry, file: read } = subject;
  const known = toolVariables(entry);
  // Only a file of the copy is written; a tool beside the project, or of nichekit's, is called where it is.
  if (known.has("*") || entry.source.startsWith("nichekit:") || entry.source.startsWith("..")) return;
  const caller = callerEnvironment(subject.project, scratch);
  const names = Object.keys(caller).filter(
    (name) => caller[name] && !known.has(name) && !NOT_THE_TOOLS.test(name) && /^[A-Za-z_]\w*$/.test(name),
  );
  if (names.length === 0) return;
  const file = join(scratch.root, entry.source);
  const source = readFileSync(file, "utf8");
  const differs = async (more: readonly string[]): Promise<boolean> => {
    const trial = withMoreVariables(source, read, entry, more);
    if (trial === undefined) return false;
    writeFileSync(file, trial);
    return answer(await call(subject, scratch, [...GIVEN, ...example.words]), scratch) !== settled;
  };
  try {
    if (!(await differs(names))) return;
    // Another header is what differs where the tool reads its own file: nothing can be told then.
    if (await differs(["NICHEKIT_SET_BY_NOBODY"])) return;
    const needed = await narrowed(names, differs);
    const told = needed.length > 3 ? `${needed.slice(0, 3).join(", ")} or ${needed.length - 3} more` : needed.join(" or ");
    const instead = `Add ${needed.length === 1 ? needed[0] : "it"} to env in the header`;
    tell(subject, "env_undeclared", `With ${told} from the caller's environment it answers differently: ${example.text}`, instead, "env");
  } finally {
    writeFileSync(file, source);
  }
}

/** The one name that makes the difference, or the smallest set that halving can find. */
async function narrowed(names: readonly string[], differs: (names: readonly string[]) => Promise<boolean>): Promise<readonly string[]> {
  let left = names;
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    if (await differs(half)) left = half;
    else if (await differs(left.slice(half.length))) left = left.slice(half.length);
    else return left;
  }
  return left;
}
