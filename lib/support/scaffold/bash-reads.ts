import { spawnSync } from "node:child_process";

/** Why Bash cannot read a text, in its words; undefined: it can, or there is no Bash to ask. Nothing is run. */
export function bashRefusal(text: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { status, stderr, error } = spawnSync("bash", ["-n"], {
    input: `${text}\n`,
    env: { PATH: env.PATH, LC_ALL: "C" } as NodeJS.ProcessEnv,
    encoding: "utf8",
    timeout: 10_000,
  });
  // A here-document without an end is a warning to Bash, and a text that was cut off to everyone else.
  if (error !== undefined || (status === 0 && stderr === "")) return undefined;
  const [line = "it cannot be read"] = stderr.trim().split("\n");
  return line.replace(/^bash: (?:line \d+: )?(?:warning: )?/, "Bash says: ").slice(0, 200);
}
