import { existsSync } from "node:fs";
import { join } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** What the wrapper and the dispatcher add for tools: tests that are typed by hand do not have it. */
const OWN = /^(PROJECT_ROOT|SUBJECT|SUBJECT_COMMAND|TOOL_.*|ARG_.*|FORCE_COLOR|NODE_TEST_CONTEXT)$/;

/**
 * The caller's environment, for a run that nobody watches: no waiting for changes, no colours. npm makes a folder for its cache at every call; who
 * has none yet gets it below `logs/cache` of the project, and nothing is written in his home.
 */
export function testEnvironment(env: Env, root: string): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !OWN.test(name)));
  const cached = env.HOME !== undefined && existsSync(join(env.HOME, ".npm"));
  return {
    npm_config_update_notifier: "false",
    npm_config_logs_max: "0",
    ...(cached ? {} : { npm_config_cache: join(root, "logs/cache/npm") }),
    NO_COLOR: "1",
    ...own,
    CI: own.CI || "true",
  };
}
