import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fault } from "../error/catalogue.ts";
import { PERMISSION_MODES, type PermissionMode } from "../permission/mode.ts";
import type { CapabilitySettings, HookSettings, PermissionSettings, Settings } from "./project.ts";

export const SETTINGS_FILE = "niche.json";

/**
 * The settings of the project at `root` (absolute path); `{}` where there is no file.
 *
 * Every call of every subject passes here, so a sound file costs a JSON.parse
 * and the check below; the schema that words the errors is loaded only when
 * that check refuses (`settings-schema.ts` is the authority, a property test
 * holds the two to one verdict).
 *
 * @throws ToolError `settings_unreadable`, `settings_not_json`, `settings_invalid`, `settings_needs_user`
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
  return isObject<Settings>(value, ACCEPTS);
}

type Accept = (value: unknown) => boolean;

function isObject<Shape>(value: unknown, accepts: Readonly<Record<keyof Shape, Accept>>): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([key, given]) => Object.hasOwn(accepts, key) && accepts[key as keyof Shape](given));
}

const listOf =
  (accept: Accept): Accept =>
  (value) =>
    Array.isArray(value) && value.every(accept);

const isWord: Accept = (value) => typeof value === "string" && value !== "";
const isNoun: Accept = (value) => typeof value === "string" && NOUN.test(value);
const isRule: Accept = (value) => typeof value === "string" && RULE.test(value);

/** Kebab-case, as nouns and verbs are written (contract 4.2). */
export const NOUN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The form of a permission rule: an id, in which `*` stands for anything, and perhaps a specifier in brackets. */
export const RULE = /^[^\s()]+(\([\s\S]+\))?$/;

const isHook: Accept = (value) =>
  isObject<HookSettings>(value, {
    match: isRule,
    command: (command) => Array.isArray(command) && command.length > 0 && command.every(isWord),
    timeout: (seconds) => typeof seconds === "number" && seconds > 0 && seconds <= 600,
  }) && Object.hasOwn(value as object, "command");

const ACCEPTS: Readonly<Record<keyof Settings, Accept>> = {
  $schema: (value) => typeof value === "string",
  tool_path: listOf(isWord),
  shared_nouns: listOf(isNoun),
  subject: isWord,
  permissions: (value) =>
    isObject<PermissionSettings>(value, {
      mode: (mode) => PERMISSION_MODES.includes(mode as PermissionMode),
      deny: listOf(isRule),
      ask: listOf(isRule),
      allow: listOf(isRule),
    }),
  hooks: (value) => isObject<NonNullable<Settings["hooks"]>>(value, { before: listOf(isHook), after: listOf(isHook) }),
  capabilities: (value) =>
    isObject<CapabilitySettings>(value, {
      skill_folders: listOf(isWord),
      user_skills: (given) => typeof given === "boolean",
      pinned: listOf(isWord),
      turn_tokens: (tokens) => Number.isSafeInteger(tokens) && (tokens as number) >= 0,
    }),
};
