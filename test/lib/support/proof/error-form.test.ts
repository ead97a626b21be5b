import { describe, expect, test } from "vitest";
import type { Called } from "../../../../lib/support/proof/call-tool.ts";
import { badFailure } from "../../../../lib/support/proof/error-form.ts";
import type { OutcomeError } from "../../../../registry/tool-context.ts";

const failed = (error: Partial<OutcomeError>, warnings: readonly string[] = []): Called => {
  const whole: OutcomeError = {
    code: "tool_error",
    layer: "precondition",
    recoverable: "yes",
    message: "No",
    fix: ["run it"],
    exit_code: 1,
    ...error,
  };
  const meta = { duration_ms: 1, dry_run: false, truncated: null, warnings };
  return {
    code: whole.exit_code,
    stdout: "",
    bytes: 0,
    stderr: "",
    outcome: { ok: false, tool: "a b", error: whole, meta },
    stopped: undefined,
  };
};

describe("a failure", () => {
  test("in the form of the contract is a good one", () => {
    expect(badFailure(failed({}))).toBeUndefined();
    expect(
      badFailure(failed({ layer: "platform", recoverable: "user-action-required", fix: ["Ask the user"], exit_code: 3 })),
    ).toBeUndefined();
    expect(badFailure(failed({ code: "unknown_option", fix: ["acme a b --help"] }))).toBeUndefined();
  });

  test.each([
    ["without an error block", failed({ code: "exit_without_block", layer: "runtime", recoverable: "no", exit_code: 2 })],
    [
      "without a Fix, for which the dispatcher stands in",
      failed({ fix: ["acme a b --help"] }, ["The tool's error says that it can be recovered, but not how: it has no Fix"]),
    ],
    ["for good without a Fix", failed({ layer: "runtime", recoverable: "no", fix: ["acme a b --help"], exit_code: 2 })],
    ["that says nothing to the user", failed({ recoverable: "user-action-required", fix: ["Tell the user: No"], exit_code: 3 })],
    ["with an exit code that is another's", { ...failed({}), code: 2 }],
    ["that is no JSON", { ...failed({}), outcome: undefined }],
    ["that never comes", { ...failed({}), stopped: "time" as const }],
  ])("%s is a bad one", (_, called) => {
    expect(badFailure(called)).toEqual(expect.any(String));
  });
});
