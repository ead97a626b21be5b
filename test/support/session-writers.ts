import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const SCRIPT = `
import { openWriter } from "./writer.mjs";
const [folder, count, bytes] = process.argv.slice(2);
const writer = openWriter(folder);
for (let index = 1; index <= Number(count); index++) {
  writer.append({ type: "search", turnId: null, query: index + " " + "x".repeat(Number(bytes)), kinds: [], hits: [] });
  // Told only once append has come back.
  process.stdout.write(index + "\\n");
}
`;

/** A program that appends events to a session as any process of the kit does, and says the number of each when it is written. */
export async function sessionWriterScript(folder: string): Promise<string> {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [resolve(import.meta.dirname, "../../registry/session/writer.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: join(folder, "writer.mjs"),
    logLevel: "silent",
  });
  const script = join(folder, "append.mjs");
  writeFileSync(script, SCRIPT);
  return script;
}

export interface WriterProcess {
  readonly child: ChildProcess;
  /** How many events it has said to be written. */
  said(): number;
  readonly ended: Promise<void>;
}

export function startWriter(script: string, session: string, count: number, bytes: number): WriterProcess {
  const child = spawn(process.execPath, [script, session, String(count), String(bytes)], { stdio: ["ignore", "pipe", "inherit"] });
  let said = 0;
  let rest = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    said = Number(lines.at(-1) ?? said);
  });
  const ended = new Promise<void>((done) => child.on("close", () => done()));
  return { child, said: () => said, ended };
}
