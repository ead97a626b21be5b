import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { fault } from "../../../registry/error/catalogue.ts";
import { exitCodeOf } from "../../../registry/error/tool-error.ts";
import { parseEffect } from "../../../registry/plan/effect.ts";
import { parsePrecondition } from "../../../registry/plan/precondition.ts";
import { SETTINGS_KEYS } from "../../../registry/project/settings-schema.ts";
import { shippedSchemas } from "../../../registry/schemas/shipped.ts";
import { sampleEntry, sampleRegistry } from "../sample-entry.ts";

const schemas = shippedSchemas();

function accepts(name: string, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false });
  return ajv.validate(schemas[`${name}.schema.json`] as object, JSON.parse(JSON.stringify(value)));
}

describe("the schemas that ship", () => {
  test("are the five that the contracts name, each a sound JSON Schema 2020-12", () => {
    expect(Object.keys(schemas)).toEqual(["error", "header", "outcome", "registry", "settings"].map((name) => `${name}.schema.json`));
    const ajv = new Ajv2020({ strict: false });
    for (const schema of Object.values(schemas)) expect(ajv.validateSchema(schema)).toBe(true);
  });

  test("registry: a full entry is accepted, an unknown key, a bad risk and another version are not", () => {
    const entry = sampleEntry({
      summary: "x",
      preconditions: ["A is set", "a exists", "command git", "a newer than b", "prose"].map((text) => parsePrecondition(text, "do it")),
      side_effects: ["reads a", "network read x.org", "external jira ticket", "process ls", "prose", "--force: deletes a"].map(parseEffect),
      options: [
        {
          name: "mode",
          type: "enum",
          list: true,
          values: ["a"],
          required: false,
          default: ["a"],
          short: "m",
          env: "MODE",
          description: "x",
        },
      ],
      args: [{ name: "file", type: "path", list: false, required: true }],
      output: { format: "json", schema: { type: "object" } },
      env: [{ name: "A", default: "x" }],
      exit_codes: { "0": "fine" },
      dry_run: "native",
      stdin: true,
      timeout: 0.5,
      risk: "high",
      keywords: ["k"],
    });
    const registry = sampleRegistry(entry);
    expect(accepts("registry", registry)).toBe(true);
    expect(accepts("registry", { ...registry, extra: 1 })).toBe(false);
    expect(accepts("registry", { ...registry, version: 2 })).toBe(false);
    expect(accepts("registry", sampleRegistry({ ...entry, derived_risk: "none" as never }))).toBe(false);
  });

  test("outcome: success and failure are accepted, a mixture is not", () => {
    const meta = { duration_ms: 1, dry_run: false, truncated: null, warnings: [] };
    const error = { code: "x", layer: "runtime", recoverable: "no", message: "m", fix: [], exit_code: 2 };
    expect(accepts("outcome", { ok: true, tool: "docs fetch", data: null, next: [], meta })).toBe(true);
    expect(accepts("outcome", { ok: false, tool: null, error, meta })).toBe(true);
    expect(accepts("outcome", { ok: true, tool: null, error, meta })).toBe(false);
    expect(accepts("outcome", { ok: false, tool: null, error: { ...error, exit_code: 4 }, meta })).toBe(false);
  });

  test("error: a code of the catalogue has the catalogue's layer, a tool's own code any", () => {
    const raised = fault("unknown_noun", { noun: "x", command: "acme" });
    const { code, layer, recoverable, message, fix } = raised;
    const error = { code, layer, recoverable, message, fix, exit_code: exitCodeOf(raised) };
    expect(accepts("error", error)).toBe(true);
    expect(accepts("error", { ...error, layer: "runtime" })).toBe(false);
    expect(accepts("error", { ...error, code: "my_own", layer: "runtime" })).toBe(true);
    expect(accepts("error", { ...error, fix: "one string" })).toBe(false);
  });

  test("settings: every known key is described, an unknown one refused", () => {
    const properties = schemas["settings.schema.json"]?.properties as Record<string, { description?: string }>;
    expect(Object.keys(properties)).toEqual([...SETTINGS_KEYS]);
    for (const property of Object.values(properties)) expect(property.description).toBeTruthy();
    expect(accepts("settings", { tool_path: ["tools"] })).toBe(true);
    expect(accepts("settings", { tool_paths: ["tools"] })).toBe(false);
  });
});
