import { describe, expect, it } from "vitest";
import { formatErrorBlock } from "../../../dispatcher/outcome/error-block.ts";
import { judgeExit, judgeProcess } from "../../../dispatcher/outcome/trust.ts";
import type { ProcessResult } from "../../../dispatcher/runner/run-request.ts";
import { exitCodeOf, type Layer, type Recoverable, type ToolError } from "../../../registry/error/tool-error.ts";
import type { ToolMeta } from "../../../registry/tool-meta/tool-meta.ts";
import { fakeEntry } from "../runner/fake-request.ts";

const tool = { noun: "docs", verb: "fetch", command: "acme" };

function ended(code: number | NodeJS.Signals, stderr = "", stdout: string | Buffer = ""): ProcessResult {
  const how = typeof code === "number" ? { code, signal: null } : { code: null, signal: code };
  return { kind: "exit", ...how, stdout: Buffer.from(stdout), overflow: false, stderr };
}

function block(layer: Layer, recoverable: Recoverable): string {
  return formatErrorBlock({ layer, recoverable, message: "told", fix: ["do it"] });
}

describe("the exit code of a process tool", () => {
  it("0 without an error block is success", () => {
    expect(judgeExit(ended(0, "some notes\n"), tool)).toEqual({ error: undefined, warnings: [] });
  });

  it.each([1, 3])("%i without an error block is not believed: a runtime error that names the broken contract", (code) => {
    const { error } = judgeExit(ended(code, "Traceback:\nValueError: x\n"), tool);
    expect(error).toMatchObject({ code: "exit_without_block", layer: "runtime", fix: ["acme docs fetch --help"] });
    expect(error?.message).toBe(
      `docs fetch ended with exit code ${code} but without the error form on stderr that this code promises: ValueError: x`,
    );
    expect(exitCodeOf(error as ToolError)).toBe(2);
  });

  it.each([
    [1, "precondition", "yes"],
    [2, "precondition", "no"],
    [2, "runtime", "yes"],
    [2, "runtime", "no"],
    [3, "platform", "no"],
    [3, "platform", "yes"],
    [3, "precondition", "user-action-required"],
    [3, "runtime", "user-action-required"],
  ] as const)("%i with a %s block and recoverable %s is what the block says", (code, layer, recoverable) => {
    const judged = judgeExit(ended(code, block(layer, recoverable)), tool);
    expect(judged.warnings).toEqual([]);
    expect(judged.error).toMatchObject({ code: "tool_error", layer, recoverable, message: "told", fix: ["do it"] });
    expect(exitCodeOf(judged.error as ToolError)).toBe(code);
  });

  it.each([0, 1, 2, 4, 127, 255])("%i at odds with the block gives way to it, with a warning", (code) => {
    const judged = judgeExit(ended(code, block("platform", "user-action-required")), tool);
    expect(exitCodeOf(judged.error as ToolError)).toBe(3);
    expect(judged.warnings).toEqual([
      `The tool left with exit code ${code}, but its error block (platform, user-action-required) stands for 3; the block decides`,
    ]);
  });

  it.each([
    [4, "docs fetch ended with exit code 4; a tool has 0 to 3: why"],
    [127, "docs fetch ended with exit code 127 (a command it called does not exist); a tool has 0 to 3: why"],
    [143, "docs fetch ended with exit code 143 (SIGTERM, as shells tell it); a tool has 0 to 3: why"],
  ])("%i is out of range and becomes 2", (code, message) => {
    const { error } = judgeExit(ended(code, "why\n"), tool);
    expect(error).toMatchObject({ code: "exit_code_out_of_range", message });
    expect(exitCodeOf(error as ToolError)).toBe(2);
  });

  it.each(["SIGTERM", "SIGKILL", "SIGSEGV"] as const)("is a runtime error that names %s, whatever was said before", (signal) => {
    const { error } = judgeExit(ended(signal, block("precondition", "yes")), tool);
    expect(error).toMatchObject({ code: "killed_by_signal", message: `docs fetch was ended by ${signal}` });
    expect(exitCodeOf(error as ToolError)).toBe(2);
  });

  it("2 without a block is a runtime error with the tool's last words", () => {
    expect(judgeExit(ended(2, "a\nlast words\n\n"), tool).error?.message).toBe("docs fetch failed with exit code 2: last words");
  });

  it.each(["SIGPIPE", 141] as const)("%s is no failure where the reader of a stream has had enough, and only there", (code) => {
    expect(judgeExit(ended(code), { ...tool, readerGone: true }).error).toBeUndefined();
    expect(judgeExit(ended(code), tool).error).toBeDefined();
  });

  it("keeps what a failed tool printed", () => {
    expect(judgeExit(ended(1, "", "1 test failed"), tool).error?.detail).toEqual({ stdout: "1 test failed" });
    const long = judgeExit(ended(1, "", "x".repeat(70_000)), tool).error?.detail as { stdout: string; stdout_total_bytes: number };
    expect([long.stdout.length, long.stdout_total_bytes]).toEqual([65_536, 70_000]);
  });
});

describe("the output of a process tool", () => {
  async function judge(output: ToolMeta["output"], stdout: string | Buffer) {
    const warnings: string[] = [];
    const call = {
      tool: { file: "/x", entry: fakeEntry({ output }), warnings: [] },
      project: { command: "acme" },
      reporter: { warn: (text: string) => warnings.push(text) },
      stream: undefined,
    };
    const judged = await judgeProcess(call, ended(0, "", stdout)).catch((error: ToolError) => error);
    return { judged, warnings };
  }

  it("is a text tool's string, exactly", async () => {
    expect((await judge({ format: "text" }, "漢 \r\n\n")).judged).toEqual({ data: "漢 \r\n\n", text: "漢 \r\n\n", streamed: false });
  });

  it("that is not UTF-8 is kept as far as it can be read, and said", async () => {
    const { judged, warnings } = await judge(
      { format: "text" },
      Buffer.concat([Buffer.from("漢字é"), Buffer.from([0xff]), Buffer.from("a漢")]),
    );
    expect(judged).toMatchObject({ data: "漢字é\ufffda漢" });
    expect(warnings).toEqual(["The output is not UTF-8 from byte 8 on; what cannot be read is shown as U+FFFD"]);
    expect((await judge({ format: "text" }, Buffer.from("ab漢").subarray(0, 4))).warnings[0]).toContain("from byte 2 on");
  });

  it("is a json tool's value, with or without a byte order mark", async () => {
    expect((await judge({ format: "json" }, '\ufeff{"a": [1]}\n')).judged).toMatchObject({ data: { a: [1] } });
    expect((await judge({ format: "json" }, "null")).judged).toMatchObject({ data: null, text: "null" });
  });

  it.each(["", "banner\n{}", "{}\n{}", '{"a":', Buffer.from([0x22, 0xff, 0x22])])(
    "of a json tool that is %j is a runtime error",
    async (stdout) => {
      const { judged } = await judge({ format: "json" }, stdout);
      expect(judged).toMatchObject({ code: "output_not_json", layer: "runtime", fix: ["acme docs fetch --help"] });
      expect((judged as ToolError).message).toMatch(/^docs fetch declares json output but printed something else: ./);
    },
  );

  it("is an ndjson tool's list, empty if it printed nothing", async () => {
    expect((await judge({ format: "ndjson" }, '{"a":1}\r\n\n2\n')).judged).toMatchObject({ data: [{ a: 1 }, 2] });
    expect((await judge({ format: "ndjson" }, "")).judged).toMatchObject({ data: [] });
    expect((await judge({ format: "ndjson" }, "1\nx\n")).judged).toMatchObject({
      code: "output_not_json",
      message: expect.stringContaining("line 2: "),
    });
  });

  it("is held to the JSON Schema of its header", async () => {
    const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false };
    expect((await judge({ format: "json", schema }, '{"n":1}')).judged).toMatchObject({ data: { n: 1 } });
    expect((await judge({ format: "json", schema }, '{"n":"1"}')).judged).toMatchObject({
      code: "output_schema_mismatch",
      message: "The output of docs fetch does not match the schema in its header: /n must be integer",
    });
    expect((await judge({ format: "json", schema }, '{"n":1,"m":2}')).judged).toMatchObject({ message: expect.stringContaining("(m)") });
    expect((await judge({ format: "json", schema: { type: "no-type" } }, "{}")).judged).toMatchObject({ code: "output_schema_invalid" });
  });
});
