import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../registry/project/user-cache.ts";
import { compile } from "./compile.ts";
import { compiledFolder } from "./compiled-folder.ts";
import { COMPILER, type CompiledFile, type Manifest, manifestName, readManifest } from "./compiled-record.ts";
import type { RunRequest } from "./run-request.ts";

/** Compiles a tool and keeps what came out, with copies of what went in. `volatile`: it could be kept for this call only. */
export async function compileInto(request: RunRequest): Promise<CompiledFile & { volatile: boolean }> {
  const { file } = request.tool;
  const folder = compiledFolder(request.projectRoot);
  const { code, format, inputs, packages } = await compile(request, folder.path);
  const key = createHash("sha256").update(JSON.stringify([COMPILER, file, packages]));
  for (const [path, bytes] of inputs) key.update(`\0${path}\0${bytes.length}\0`).update(bytes);
  const name = key.digest("hex").slice(0, 32);
  const manifest: Manifest = {
    compiler: COMPILER,
    entry: file,
    output: `${name}.${format === "cjs" ? "cjs" : "mjs"}`,
    copies: `${name}.copies`,
    output_bytes: Buffer.byteLength(code),
    inputs: inputs.map(([path, bytes]) => [path, bytes.length]),
    packages,
  };
  const path = join(folder.path, manifest.output);
  const bytes = Buffer.from(code);
  writeWhole(path, bytes);
  if (folder.volatile) return { path, bytes, volatile: true };
  writeWhole(join(folder.path, manifest.copies), Buffer.concat([bytes, ...inputs.map(([, input]) => input)]));
  const before = readManifest(folder.path, file);
  writeWhole(join(folder.path, manifestName(file)), JSON.stringify(manifest));
  if (before !== undefined) removeOld(folder.path, before, manifest);
  return { path, bytes, volatile: false };
}

function removeOld(folder: string, before: Partial<Manifest>, now: Manifest): void {
  for (const name of ["output", "copies"] as const) {
    const old = before[name];
    if (typeof old === "string" && !old.includes("/") && old !== now[name]) rmSync(join(folder, old), { force: true });
  }
}
