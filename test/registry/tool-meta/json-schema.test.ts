import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { KEY_FORMS } from "../../../registry/tool-meta/forms.ts";
import { headerJsonSchema } from "../../../registry/tool-meta/json-schema.ts";
import { HeaderSchema } from "../../../registry/tool-meta/schema.ts";
import { TAGS } from "../../../registry/tool-meta/tags.ts";
import { meta, NEEDED_TAGS, NEEDED_YAML, tags, yaml } from "./header.ts";

describe("the JSON Schema of a header, for editors", () => {
  const accepts = new Ajv2020({ strict: false }).compile(headerJsonSchema());

  it("takes a header as YAML types it", () => {
    const text = `${NEEDED_YAML}summary: Fetch.\ntimeout: 2.5\nstdin: true\nexit_codes: {"0": fine}\nenv: [A, {name: B, default: "1"}]\noptions: [{name: a, type: integer, default: 10, required: false}]\n`;
    expect(accepts(parse(text))).toBe(true);
  });

  it("refuses an unknown key, a wrong type and a missing safety field", () => {
    const sound = parse(NEEDED_YAML) as Record<string, unknown>;
    for (const wrong of [
      { ...sound, sumary: "x" },
      { ...sound, idempotent: "maybe" },
      { ...sound, side_effects: undefined },
      { ...sound, noun: "Docs" },
    ]) {
      expect(accepts(JSON.parse(JSON.stringify(wrong)))).toBe(false);
    }
  });

  it("is a plain JSON document with the same bytes each time", () => {
    expect(JSON.stringify(headerJsonSchema())).toBe(JSON.stringify(JSON.parse(JSON.stringify(headerJsonSchema()))));
  });
});

describe("every key of the schema", () => {
  it("has a tag and a form to write", () => {
    expect(new Set(Object.values(TAGS).map(({ key }) => key))).toEqual(new Set(Object.keys(HeaderSchema.shape)));
    for (const key of Object.keys(HeaderSchema.shape)) expect(KEY_FORMS).toHaveProperty([key]);
  });

  it("is written in the Fix so that it parses, in both spellings", () => {
    for (const key of Object.keys(HeaderSchema.shape)) {
      for (const form of KEY_FORMS[key]?.yaml.split(" or ").filter((text) => text.startsWith(`${key}:`)) ?? []) {
        const rest = NEEDED_YAML.split("\n")
          .filter((line) => !line.startsWith(`${key}:`))
          .join("\n");
        expect(meta(yaml(`${rest}\n${form}\n`)), form).toHaveProperty(key);
      }
      for (const form of KEY_FORMS[key]?.tags.split(" or ").filter((text) => text.startsWith("@")) ?? []) {
        const tag = form.split(" ")[0] as string;
        const rest = NEEDED_TAGS.split("\n")
          .filter((line) => !line.startsWith(`${tag} `))
          .join("\n");
        // A tag's end mark is escaped in the comment, which is taken off here.
        expect(meta(tags(`${rest}\n${form.replace("*\\/", "*/")}\n`)), form).toHaveProperty(key);
      }
    }
  });
});
