import * as z from "zod";
import type { JsonSchema } from "../tool-meta/tool-meta.ts";
import { DEFAULT_SHARED_NOUNS, DEFAULT_TOOL_PATH, type Settings } from "./project.ts";
import { NOUN } from "./settings.ts";

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
});

export const SETTINGS_KEYS = ["$schema", "tool_path", "shared_nouns", "subject"] as const satisfies readonly (keyof Settings)[];

/** The schema that ships as `dist/schemas/settings.schema.json`. */
export function settingsJsonSchema(): JsonSchema {
  return { ...z.toJSONSchema(settingsSchema), title: "nichekit settings (niche.json)" };
}
