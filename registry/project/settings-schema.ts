import * as z from "zod";
import { PERMISSION_MODES } from "../permission/mode.ts";
import type { JsonSchema } from "../tool-meta/tool-meta.ts";
import { DEFAULT_SHARED_NOUNS, DEFAULT_TOOL_PATH, type Settings } from "./project.ts";
import { NOUN, RULE } from "./settings.ts";

/** `niche.json`. Strict: an unknown key is most often a known one misspelt. */
export const settingsSchema: z.ZodType<Settings> = z.strictObject({
  $schema: z.string().exactOptional().meta({ description: "Where this schema lies, for editors." }),
  tool_path: z.array(z.string().min(1)).readonly().exactOptional().meta({
    description: "Folders with the project's own tools, relative to PROJECT_ROOT, in the order in which they are searched.",
    default: DEFAULT_TOOL_PATH,
  }),
  shared_nouns: z
    .array(z.string().regex(NOUN))
    .readonly()
    .exactOptional()
    .meta({ description: "Which nouns of nichekit's shared lib the subject carries.", default: DEFAULT_SHARED_NOUNS }),
  subject: z.string().min(1).exactOptional().meta({ description: "The subject's name, where no wrapper exports SUBJECT." }),
  permissions: z
    .strictObject({
      mode: z
        .enum([...PERMISSION_MODES])
        .exactOptional()
        .meta({
          description: "The loosest mode that calls may have. Default: auto at the CLI, ask for the library and MCP.",
        }),
      deny: rules("Never: a bare id is also taken out of sight, `id(…)` blocks the call. Looked at first."),
      ask: rules("A person is asked each time; `--yes` is no answer. Looked at second."),
      allow: rules("Runs, or with a high risk confirms. Looked at last."),
    })
    .exactOptional()
    .meta({ description: "The two gates: mode and rules by capability id and argument." }),
  hooks: z
    .strictObject({
      before: hooks("Asked before a call; whatever is not a clear allow refuses it."),
      after: hooks("Told after a call; whatever is not a clear allow withholds its result."),
    })
    .exactOptional()
    .meta({ description: "Programs that read JSON on stdin and answer JSON on stdout." }),
  capabilities: z
    .strictObject({
      skill_folders: words("Folders of skills relative to PROJECT_ROOT, instead of the usual ones."),
      user_skills: z.boolean().exactOptional().meta({ description: "Whether skills of the home folder are read.", default: true }),
      pinned: words("Ids that every turn shows, where the gates allow it."),
      turn_tokens: z.int().min(0).exactOptional().meta({ description: "Tokens that a turn may spend on capabilities.", default: 1400 }),
    })
    .exactOptional()
    .meta({ description: "Capability discovery." }),
});

function words(description: string) {
  return z.array(z.string().min(1)).readonly().exactOptional().meta({ description });
}

function rules(description: string) {
  return z.array(z.string().regex(RULE)).readonly().exactOptional().meta({ description });
}

function hooks(description: string) {
  const hook = z.strictObject({
    match: z.string().regex(RULE).exactOptional().meta({ description: "A rule that says which calls; absent: all." }),
    command: z.array(z.string().min(1)).min(1).readonly().meta({ description: "Program and arguments; no shell." }),
    timeout: z.number().positive().max(600).exactOptional().meta({ description: "Seconds.", default: 10 }),
  });
  return z.array(hook).readonly().exactOptional().meta({ description });
}

export const SETTINGS_KEYS = [
  "$schema",
  "tool_path",
  "shared_nouns",
  "subject",
  "permissions",
  "hooks",
  "capabilities",
] as const satisfies readonly (keyof Settings)[];

/** The schema that ships as `dist/schemas/settings.schema.json`. */
export function settingsJsonSchema(): JsonSchema {
  return { ...z.toJSONSchema(settingsSchema), title: "nichekit settings (niche.json)" };
}
