import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseErrorBlock } from "../../../dispatcher/outcome/error-block.ts";
import { judgeExit } from "../../../dispatcher/outcome/trust.ts";
import { runProcess } from "../../../dispatcher/runner/process.ts";
import { fakeRequest, setSourceHost } from "./fake-request.ts";

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "nichekit support ")));
  setSourceHost(join(import.meta.dirname, "../../.."));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(call: string) {
  const file = join(folder, "docs-fetch.sh");
  await writeFile(file, `#!/usr/bin/env bash\nset -euo pipefail\n. "$TOOL_SUPPORT"\n${call}\necho "went on"\n`);
  const result = await runProcess(fakeRequest(file, folder).request);
  return {
    code: result.code,
    stdout: result.stdout.toString(),
    block: parseErrorBlock(result.stderr),
    judged: judgeExit(result, { noun: "docs", verb: "fetch", command: "acme" }),
  };
}

describe("the helpers that TOOL_SUPPORT names", () => {
  it.each([
    [
      "fail_precondition 'no docs' --fix 'a b' --fix 'c'",
      1,
      { layer: "precondition", recoverable: "yes", message: "no docs", fix: ["a b", "c"] },
    ],
    ["fail_precondition 'no docs' --recoverable no", 2, { layer: "precondition", recoverable: "no", message: "no docs", fix: [] }],
    [
      "fail_runtime broken --recoverable=yes --fix='docs index'",
      2,
      { layer: "runtime", recoverable: "yes", message: "broken", fix: ["docs index"] },
    ],
    ["fail_runtime $'two\\nlines'", 2, { layer: "runtime", recoverable: "no", message: "two\nlines", fix: [] }],
    [
      "fail_platform refused --fix 'Ask for it.'",
      3,
      { layer: "platform", recoverable: "user-action-required", message: "refused", fix: ["Ask for it."] },
    ],
    [
      "fail_runtime asks --recoverable user-action-required --fix",
      3,
      { layer: "runtime", recoverable: "user-action-required", message: "asks", fix: [] },
    ],
  ])("`%s` leaves with %i and the block that stands for it", async (call, code, block) => {
    const result = await run(call);
    expect(result).toMatchObject({ code, stdout: "", block });
    expect(result.judged.warnings).toEqual([]);
  });
});
