import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";

it("a closed stdin is at its end at once, for the process and its children, though its writer never closes it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "nichekit stdin "));
  const program = join(folder, "program.cjs");
  const text = `import { closeStdin } from ${JSON.stringify(join(import.meta.dirname, "../../../dispatcher/runner/closed-stdin.ts"))};
    import { readFileSync } from "node:fs";
    import { spawnSync } from "node:child_process";
    closeStdin();
    const child = spawnSync("cat", [], { stdio: ["inherit", "pipe", "pipe"] });
    console.log(readFileSync(0).length, child.status, child.stdout.length);`;
  await build({ stdin: { contents: text, loader: "ts", resolveDir: folder }, bundle: true, platform: "node", outfile: program });
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  child.stdin.end();
  await rm(folder, { recursive: true });
  expect([code, printed]).toEqual([0, "0 0 0\n"]);
});
