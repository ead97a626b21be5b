import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hookAnswer, LONGEST_ANSWER, oneLine } from "../../../registry/hook/hook-answer.ts";

const read = (text: string) => hookAnswer(Buffer.from(text));

describe("a hook's answer", () => {
  it("is one of three decisions, with a reason or without", () => {
    expect(read('{"decision":"allow"}')).toEqual({ decision: "allow", reason: "" });
    expect(read(' \n{"decision":"deny","reason":"frozen until Monday"}\n')).toEqual({ decision: "deny", reason: "frozen until Monday" });
    expect(read('\ufeff{"decision":"ask","reason":"日本"}')).toEqual({ decision: "ask", reason: "日本" });
  });

  it.each([
    ["", "it answered nothing"],
    ["  \n\t", "it answered nothing"],
    ["allow", "its answer is no JSON"],
    ['{"decision":"allow"', "its answer is no JSON"],
    ['{"decision":"allow"} {"decision":"allow"}', "its answer is no JSON"],
    ['log line\n{"decision":"allow"}', "its answer is no JSON"],
    ['["allow"]', "its answer is no JSON object"],
    ["null", "its answer is no JSON object"],
    ['"allow"', "its answer is no JSON object"],
    ["{}", "no decision"],
    ['{"decision":"Allow"}', "no decision"],
    ['{"decision":["allow"]}', "no decision"],
    ['{"decision":true}', "no decision"],
    ['{"permissionDecision":"allow"}', "no decision"],
    ['{"decision":"allow","reason":7}', "is no text"],
    ['{"decision":"allow","updatedInput":{"force":true}}', "the key updatedInput"],
  ])("%j has failed", (text, reason) => {
    expect(read(text)).toEqual({ decision: "failed", reason: expect.stringContaining(reason) });
  });

  it("has failed where it is no UTF-8, or longer than 64 KiB", () => {
    expect(hookAnswer(Buffer.from('{"decision":"allow","reason":"\xff"}', "latin1")).decision).toBe("failed");
    const padded = '{"decision":"allow"}'.padEnd(LONGEST_ANSWER);
    expect(read(padded).decision).toBe("allow");
    expect(read(`${padded} `).decision).toBe("failed");
  });

  it("allows nothing but what says allow in so many letters", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.string().map((decision) => JSON.stringify({ decision })),
        ),
        (text) => {
          const { decision } = read(text);
          if (decision === "allow") expect(JSON.parse(text)).toMatchObject({ decision: "allow" });
          else if (decision !== "failed") expect(JSON.parse(text)).toMatchObject({ decision });
        },
      ),
    );
  });

  it("tells a reason as one line that no terminal takes for a command, of at most 1,000 characters", () => {
    expect(oneLine("a\u001b[2J\nb\u009b1m\u202ec\u200b")).toBe("a [2J b 1m c");
    expect(oneLine("x".repeat(5000))).toHaveLength(1000);
    expect(oneLine(`${"x".repeat(999)}😀`)).toBe("x".repeat(999));
  });
});
