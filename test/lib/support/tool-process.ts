import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { onTestFinished } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export interface ToolProcess {
  readonly child: ChildProcess;
  /** What the tool returned or threw, as JSON; undefined if it was killed. */
  readonly ended: Promise<{ data?: Record<string, unknown>; error?: Record<string, unknown>; warnings: string[] } | undefined>;
}

/** Builds the docs and impl tools once into a program; gives what starts one of them in a process of its own. */
export async function toolProcesses(): Promise<
  (tool: string, args: object, env: Record<string, string>, how?: { uid?: number; withoutLibsql?: true }) => ToolProcess
> {
  const folder = mkdtempSync(join(tmpdir(), "nichekit-tools-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, "tools.cjs");
  await build({
    stdin: {
      contents: `
        const tools = { "docs-index": () => import("./lib/docs-index.ts"), "docs-fetch": () => import("./lib/docs-fetch.ts"), "impl-context": () => import("./lib/impl-context.ts") };
        import { fakeContext } from "./test/lib/support/fake-context.ts";
        const [tool, args, env] = process.argv.slice(2);
        const context = fakeContext(JSON.parse(env), { progress: () => process.stderr.write("p") });
        tools[tool]().then((module) => module.run(JSON.parse(args), context)).then(
          (data) => process.stdout.write(JSON.stringify({ data, warnings: context.warnings })),
          (error) => process.stdout.write(JSON.stringify({ error: { ...error, message: error.message }, warnings: context.warnings })));`,
      resolveDir: ROOT,
      loader: "ts",
    },
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["libsql"],
    outfile: program,
  });
  return (tool, args, env, { uid, withoutLibsql } = {}) => {
    const child = spawn(process.execPath, [program, tool, JSON.stringify(args), JSON.stringify(env)], {
      env: { ...process.env, NODE_PATH: withoutLibsql ? "" : join(ROOT, "node_modules") },
      stdio: ["ignore", "pipe", "pipe"],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    let out = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    const ended = new Promise<Awaited<ToolProcess["ended"]>>((resolve) => {
      child.on("close", () => resolve(out === "" ? undefined : JSON.parse(out)));
    });
    return { child, ended };
  };
}
