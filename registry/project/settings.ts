import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fault } from "../error/catalogue.ts";
import type { Settings } from "./project.ts";

export const SETTINGS_FILE = "niche.json";

/**
 * The settings of the project at `root` (absolute path); `{}` where there is no file.
 *
 * Every call of every subject passes here, so a sound file costs a JSON.parse
 * and the check below; the schema that words the errors is loaded only when
 * that check refuses (`settings-schema.ts` is the authority, a property test
 * holds the two to one verdict).
 *
 * @throws ToolError `settings_unreadable`, `settings_not_json`, `settings_invalid`
 */
export async function readSettings(root: string): Promise<Settings> {
  const file = join(root, SETTINGS_FILE);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT") return {};
    throw fault("settings_unreadable", { file, reason: code ?? String(cause) }, { cause });
  }
  const bare = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch (cause) {
    const { settingsNotJson } = await import("./settings-errors.ts");
    throw settingsNotJson(file, bare, cause);
  }
  if (isSettings(value)) return value;
  const { settingsInvalid } = await import("./settings-errors.ts");
  throw settingsInvalid(file, bare, value);
}

/** Whether the schema would accept it. */
export function isSettings(value: unknown): value is Settings {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  for (const [key, given] of Object.entries(value)) {
    const accepts = Object.hasOwn(ACCEPTS, key) ? ACCEPTS[key as keyof Settings] : undefined;
    if (accepts === undefined || !accepts(given)) return false;
  }
  return true;
}

const isWord = (value: unknown): boolean => typeof value === "string" && value !== "";
const isNoun = (value: unknown): boolean => typeof value === "string" && NOUN.test(value);

/** Kebab-case, as nouns and verbs are written (contract 4.2). */
export const NOUN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const ACCEPTS: Readonly<Record<keyof Settings, (value: unknown) => boolean>> = {
  $schema: (value) => typeof value === "string",
  tool_path: (value) => Array.isArray(value) && value.every(isWord),
  shared_nouns: (value) => Array.isArray(value) && value.every(isNoun),
  subject: isWord,
};
