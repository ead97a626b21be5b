import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../../../registry/error/shell-quote.ts";
import { packageRoot, packageVersion } from "../../../registry/project/package-root.ts";
import type { Examined, Finding } from "./finding.ts";

/** The Bash that macOS ships, and the least that wrappers and launcher are written for. */
const LEAST_BASH = [3, 2] as const;

/** Node.js, Bash, and the nichekit that the project asks for against the one that runs. */
export function checkVersions(examined: Examined, node = process.versions.node): Finding[] {
  return [...checkNode(node), ...checkBash(examined), ...checkPackage(examined)];
}

function checkNode(node: string): Finding[] {
  const { engines } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { engines: { node: string } };
  const least = Number(/\d+/.exec(engines.node)?.[0]);
  if (Number.parseInt(node, 10) >= least) return [];
  return [
    {
      check: "version",
      severity: "error",
      recoverable: "user-action-required",
      message: `Node.js ${node} runs the tools; nichekit needs ${least} or later`,
      fix: [`Ask the user to install Node.js ${least} or later, or to name it in NICHE_NODE.`],
    },
  ];
}

function checkBash({ env }: Examined): Finding[] {
  const ran = spawnSync("bash", ["-c", 'printf %s "${BASH_VERSINFO[0]}.${BASH_VERSINFO[1]}"'], {
    env: { ...env } as NodeJS.ProcessEnv,
    encoding: "utf8",
    timeout: 10_000,
    // With a socket for its stdin Bash takes itself for a remote login and reads ~/.bashrc.
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (ran.status !== 0) {
    const message = "bash cannot be started from PATH: no wrapper and no Bash tool can run";
    return [
      {
        check: "version",
        severity: "error",
        recoverable: "user-action-required",
        message,
        fix: ["Ask the user to install Bash 3.2 or later."],
      },
    ];
  }
  const [major = 0, minor = 0] = ran.stdout.split(".").map(Number);
  if (major > LEAST_BASH[0] || (major === LEAST_BASH[0] && minor >= LEAST_BASH[1])) return [];
  return [
    {
      check: "version",
      severity: "error",
      recoverable: "user-action-required",
      message: `Bash ${ran.stdout} is on PATH; nichekit needs ${LEAST_BASH.join(".")} or later`,
      fix: ["Ask the user to install Bash 3.2 or later."],
    },
  ];
}

/** A project that carries nichekit gets its own copy: another one that runs gives other bytes in the registry. */
function checkPackage({ root, here }: Examined): Finding[] {
  let installed: string;
  try {
    installed = (JSON.parse(readFileSync(join(root, "node_modules/nichekit/package.json"), "utf8")) as { version: string }).version;
  } catch {
    return [];
  }
  const running = packageVersion();
  if (installed === running) return [];
  return [
    {
      check: "version",
      severity: "warning",
      recoverable: "yes",
      message: `nichekit ${running} runs this, the project carries ${installed}`,
      fix: [here(commandLine(["npm", "install", "--save-dev", `nichekit@${running}`]))],
    },
  ];
}
