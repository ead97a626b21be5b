import { expect, test } from "vitest";
import { openAudit } from "../../../dispatcher/pipeline/audit.ts";
import type { CallResult } from "../../../dispatcher/pipeline/call-result.ts";
import { fakeCall } from "./fake-call.ts";

test("the paths that a failure names are those of its message and detail, never those of its Fix", () => {
  const looked: string[] = [];
  const { call, kind, governance } = fakeCall("/project", {
    governance: {
      record: () => {},
      pathsIn: (text) => {
        looked.push(text);
        return [];
      },
    },
  });
  const error = {
    code: "x",
    layer: "runtime",
    recoverable: "yes",
    message: "a.ts broke",
    fix: ["bin/acme docs --help"],
    exit_code: 2,
    detail: { paths: ["b.ts"] },
  };
  openAudit(call, kind, governance).close({ outcome: { ok: false, error, meta: { truncated: null } } } as unknown as CallResult);
  expect(looked).toHaveLength(1);
  expect(looked[0]).toMatch(/b\.ts.*a\.ts/s);
  expect(looked[0]).not.toContain("bin/acme");
});
