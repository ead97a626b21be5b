import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { inputSchema } from "../../../registry/tool-meta/input-schema.ts";
import { meta, NEEDED_YAML, yaml } from "./header.ts";

const schemaOf = (text: string) => inputSchema(meta(yaml(`${NEEDED_YAML}${text}`)));
const OPTIONS =
  "options:\n  - {name: keywords, type: string[], required: true, description: Words.}\n  - {name: mode, type: [any, all], default: any}\n" +
  "  - {name: limit, type: integer, default: 10}\n  - {name: ratio, type: number}\n  - {name: force, type: boolean}\nargs:\n  - {name: paths, type: path[]}\n";

describe("the JSON Schema of a tool's arguments", () => {
  it("holds options and arguments in the header's order, and is closed", () => {
    expect(JSON.stringify(schemaOf(OPTIONS))).toBe(
      JSON.stringify({
        type: "object",
        properties: {
          keywords: { type: "array", items: { type: "string" }, description: "Words." },
          mode: { type: "string", enum: ["any", "all"], default: "any" },
          limit: { type: "integer", default: 10 },
          ratio: { type: "number" },
          force: { type: "boolean" },
          paths: { type: "array", items: { type: "string" } },
        },
        required: ["keywords"],
        additionalProperties: false,
      }),
    );
  });

  it("is undefined for a tool that declares nothing, and empty for one that declares none", () => {
    expect(schemaOf("")).toBeUndefined();
    expect(schemaOf("options: []\n")).toEqual({ type: "object", properties: {}, additionalProperties: false });
  });

  it("is a JSON Schema of 2020-12 that takes what the header declares and nothing else", () => {
    const accepts = new Ajv2020({ strict: true }).compile(schemaOf(OPTIONS) ?? {});
    expect(accepts({ keywords: ["a"], mode: "all", limit: 3, ratio: 0.5, force: true, paths: ["x"] })).toBe(true);
    for (const wrong of [
      {},
      { keywords: "a" },
      { keywords: ["a"], mode: "some" },
      { keywords: ["a"], limit: 1.5 },
      { keywords: ["a"], kewords: [] },
    ]) {
      expect(accepts(wrong)).toBe(false);
    }
  });

  it("takes names that objects have of themselves", () => {
    const schema = schemaOf("options: [{name: constructor, required: true}, {name: toString}]\n");
    expect(Object.keys(schema?.properties as object)).toEqual(["constructor", "toString"]);
  });
});
