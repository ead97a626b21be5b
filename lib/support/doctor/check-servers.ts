import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { unmet } from "../../../registry/plan/holds.ts";
import type { Examined, Finding } from "./finding.ts";

const FILE = ".mcp.json";

/** Milliseconds that a port of this machine may take to answer. */
const PATIENCE = 1000;

/**
 * Servers of `.mcp.json` that cannot be started from here, or do not listen on this machine's port that is named.
 * Nothing is started, and no other machine is asked.
 */
export async function checkServers(examined: Examined): Promise<Finding[]> {
  const file = join(examined.root, FILE);
  if (!existsSync(file)) return [];
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    return [broken(`${FILE} is not JSON: ${(cause as Error).message.split("\n")[0]}`)];
  }
  const servers = isObject(value) ? (value.mcpServers ?? {}) : undefined;
  if (!isObject(servers)) return [broken(`${FILE} has no object mcpServers`)];
  const found = await Promise.all(
    Object.entries(servers).map(async ([name, server]) => {
      const sound = checkServer(examined, name, server);
      return sound.length === 0 && isObject(server) && typeof server.url === "string" ? checkPort(name, filled(server.url)) : sound;
    }),
  );
  return found.flat();
}

/** A port of this machine on which nobody listens: the server may only have to be started. */
async function checkPort(name: string, url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return [];
  const { hostname, port, protocol } = new URL(url);
  if (!/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return [];
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  if (await listens(hostname.replace(/[[\]]/g, ""), number)) return [];
  return [
    {
      check: "server",
      severity: "warning",
      recoverable: "user-action-required",
      message: `${FILE}: the server ${name} does not answer: nothing listens on ${hostname}:${number}`,
      file: FILE,
      fix: [`Ask the user to start the server ${name}, or to take it out of ${FILE}.`],
    },
  ];
}

async function listens(host: string, port: number): Promise<boolean> {
  const { connect } = await import("node:net");
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PATIENCE });
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .on("connect", () => done(true))
      .on("timeout", () => done(false))
      .on("error", () => done(false));
  });
}

function checkServer({ root, env }: Examined, name: string, server: unknown): Finding[] {
  if (!isObject(server)) return [broken(`${FILE}: ${name} is no object`)];
  if (typeof server.url === "string") {
    const url = filled(server.url);
    return url === undefined || URL.canParse(url) ? [] : [dead(name, `its url is none: ${server.url}`)];
  }
  if (typeof server.command !== "string" || server.command === "") return [dead(name, "it has neither command nor url")];
  const command = filled(server.command);
  // A tool sees only the variables it declares: whether others are set is the client's to tell.
  if (command === undefined) return [];
  const program = command.includes("/") && !isAbsolute(command) ? join(root, command) : command;
  if (unmet({ kind: "command", name: program, text: `command ${program}` }, env, root) !== undefined)
    return [dead(name, `${command} ${command.includes("/") ? "does not exist or may not be run" : "is not on PATH"}`)];
  const script = scriptOf(command, server.args);
  return script === undefined || existsSync(resolve(root, script)) ? [] : [dead(name, `${script} does not exist`)];
}

/** Programs whose first argument that is no option is a file that they run. */
const RUNS_A_FILE = /(^|\/)(node|bun|tsx|python[\d.]*|ruby|perl|php|bash|sh|zsh)$/;
/** Options behind which no such file stands: code, a module's name, or a value of their own. */
const NO_FILE = /^(-[cemr]|-[a-z]*c|--eval|--print|-p|--require|--import|--loader|-I|-W|-X|--version|run|x)$/;

/** The script that a server's interpreter is told to run; undefined where that is not plain. */
function scriptOf(command: string, args: unknown): string | undefined {
  if (!RUNS_A_FILE.test(command) || !Array.isArray(args)) return undefined;
  for (const one of args) {
    const word = typeof one === "string" ? filled(one) : undefined;
    if (word === undefined || NO_FILE.test(word)) return undefined;
    if (!word.startsWith("-")) return word;
  }
  return undefined;
}

function dead(name: string, reason: string): Finding {
  return {
    check: "server",
    severity: "error",
    recoverable: "user-action-required",
    message: `${FILE}: the server ${name} cannot be started: ${reason}`,
    file: FILE,
    fix: [`Ask the user to install what the server ${name} needs, or to take it out of ${FILE}.`],
  };
}

function broken(message: string): Finding {
  return {
    check: "server",
    severity: "error",
    recoverable: "user-action-required",
    message,
    file: FILE,
    fix: [`Ask the user to mend ${FILE}: ${message}.`],
  };
}

/** With the defaults of `${NAME:-default}` filled in, as clients do; undefined where a variable decides. */
function filled(text: string): string | undefined {
  const plain = text.replace(/\$\{[A-Za-z_]\w*:-([^}]*)\}/g, "$1");
  return /\$\{[A-Za-z_]\w*\}/.test(plain) ? undefined : plain;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
