/** A command that sends something out of the machine. */
export interface Sending {
  /** As it is written: `git push`, `npm publish`. */
  command: string;
  /** As a header says it: `network write registry.npmjs.org`. HOST where the command alone does not tell. */
  effect: string;
  /** What `git push` names behind its options. */
  remote?: string;
}

/** Command lines and what they are to a header. What is not known here is the author's to declare. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/\b(?:npm|pnpm|yarn(?: npm)?)\s+publish\b/, "network write registry.npmjs.org"],
  [
    /\bgh\s+(?:release|pr|issue|repo|gist|workflow|secret|variable)\s+(?:create|edit|delete|merge|close|comment|upload|run|set)\b/,
    "network write github.com",
  ],
  [/\bcargo\s+publish\b/, "network write crates.io"],
  [/\bgem\s+push\b/, "network write rubygems.org"],
  [/\btwine\s+upload\b|\b(?:poetry|uv|hatch|flit)\s+publish\b/, "network write upload.pypi.org"],
  [/\b(?:docker|podman)\s+push\b/, "network write docker.io"],
  [/\bcdk\s+(?:deploy|destroy|bootstrap)\b|\b(?:sam|sls|serverless)\s+(?:deploy|remove)\b/, "external aws changes the deployed stack"],
  [/\b(?:terraform|tofu)\s+(?:apply|destroy|import)\b/, "external terraform changes what it manages"],
  [
    /\bkubectl\s+(?:apply|create|delete|patch|replace|scale|rollout|set|edit)\b|\bhelm\s+(?:install|upgrade|uninstall|rollback)\b/,
    "external kubernetes changes the cluster",
  ],
  [/\b(?:vercel|netlify|fly|flyctl|wrangler|firebase)\s+(?:deploy|publish)\b/, "external hosting deploys"],
];
const PUSH = /\bgit\s+(?:-[cC]\s+\S+\s+|--?[\w-]+(?:=\S+)?\s+)*push\b((?:\s+-\S+)*)(?:\s+([^\s;&|<>-][^\s;&|<>]*))?/;

/** What of a command line, or a line of a script, is known to send something out. A push that is only tried sends nothing. */
export function sendsOut(line: string): Sending[] {
  const push = PUSH.exec(line);
  const dry = push !== null && /\s(?:--dry-run|-n)\b/.test(line.slice(push.index));
  const sent: Sending[] =
    push === null || dry
      ? []
      : [{ command: "git push", effect: "network write HOST", ...(push[2] === undefined ? {} : { remote: push[2] }) }];
  for (const [pattern, effect] of KNOWN) {
    const command = pattern.exec(line)?.[0];
    if (command !== undefined) sent.push({ command: command.replace(/\s+/g, " "), effect });
  }
  return sent;
}
