import { realpathSync, statSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import { digestOf } from "../../canonical-json.ts";
import { fault } from "../../error/catalogue.ts";
import type { Project } from "../../project/project.ts";
import type { CatalogDiagnostic, CatalogSource, SourceCards, SourceResult } from "../catalog.ts";
import type { CapabilityCard, LoadedCapability } from "../descriptor.ts";
import { fileStamp, isYoung } from "../file-stamp.ts";
import { type FoundSkills, findSkills, liesIn, type SkillPlace, type SkillRoot } from "../skill/find-skills.ts";
import { parseFrontmatter } from "../skill/frontmatter.ts";
import { readHead } from "../skill/read-head.ts";
import { skillCard } from "../skill/skill-card.ts";
import type { SkillFault } from "../skill/skill-fault.ts";
import { listSkillFiles, readSkillText } from "../skill/skill-file.ts";

export type SkillScope = "project" | "user";

/**
 * Where skills are looked for, below PROJECT_ROOT and below HOME, in the order
 * in which one of two equal names wins: the folder that all clients share, then
 * those of single clients.
 */
export const SKILL_FOLDERS: readonly string[] = [".agents/skills", ".claude/skills", ".codex/skills", ".cursor/skills", ".gemini/skills"];

/** A whole SKILL.md may have so many bytes when it is loaded. */
const BODY_LIMIT = 16 * 1024 * 1024;

export interface SkillSource extends CatalogSource {
  /**
   * A text file of a skill, `path` relative to its folder.
   *
   * @throws ToolError `capability_gone`, `capability_changed`, and those of `readSkillText`
   */
  readSkillFile(card: CapabilityCard, path: string): Promise<string>;
  run(card: CapabilityCard, input: Readonly<Record<string, unknown>>): Promise<SourceResult>;
}

interface Held {
  readonly place: SkillPlace;
  readonly card: CapabilityCard;
}

/** The Agent Skills of the project's folders, or of the user's home. Only frontmatters are read until one is loaded. */
export function skillSource(project: Project, scope: SkillScope): SkillSource {
  const source = { type: scope, name: scope } as const;
  const { command } = project;
  const shown = (path: string) => shownPath(project.root, path);
  const find = () => findSkills(skillRoots(project, scope), shown);
  let held: ReadonlyMap<string, Held> | undefined;

  async function read(): Promise<SourceCards> {
    const { places, diagnostics: found } = find();
    const diagnostics: CatalogDiagnostic[] = [...found];
    const skills = new Map<string, Held>();
    for (const place of places) {
      const { card, faults } = await readSkill(place);
      const file = shown(join(place.found, place.manifest));
      diagnostics.push(...faults.map((one) => ({ ...one, file })));
      if (card === undefined) continue;
      const first = skills.get(card.id);
      if (first === undefined) skills.set(card.id, { place, card });
      else diagnostics.push(sameName(card.id, file, shown(join(first.place.found, first.place.manifest))));
    }
    held = skills;
    return { state: { source, state: "ready" }, cards: [...skills.values()].map(({ card }) => card), diagnostics };
  }

  async function readSkill(place: SkillPlace): Promise<{ card?: CapabilityCard; faults: readonly SkillFault[] }> {
    const read = readHead(join(place.folder, place.manifest));
    if (!read.ok) return { faults: [read.fault] };
    const parsed = await parseFrontmatter(read.head.text);
    if (!parsed.ok) return { faults: [parsed.fault] };
    const folderNames = [...new Set([basename(place.folder), basename(place.found)])];
    return skillCard(parsed.fields, read.head, { scope, folderNames, folder: headerPath(project, scope, place.found) });
  }

  /** The skill as it is now. */
  async function fresh(card: CapabilityCard): Promise<Held> {
    if (held === undefined) await read();
    let known = held?.get(card.id);
    const again = known && (await readSkill(known.place)).card;
    if (again?.id !== card.id) {
      // It may have moved.
      await read();
      known = held?.get(card.id);
    } else if (known !== undefined) known = { place: known.place, card: again };
    if (known === undefined) throw fault("capability_gone", { id: card.id, command });
    if (known.card.digest !== card.digest) throw fault("capability_changed", { id: card.id, command });
    return known;
  }

  async function load(card: CapabilityCard): Promise<LoadedCapability> {
    const { place, card: now } = await fresh(card);
    const text = readSkillText({ id: card.id, folder: place.folder, command }, place.manifest, BODY_LIMIT);
    return { card: now, modelProjection: bodyOf(text), files: listSkillFiles(place.folder, place.manifest), trusted: true };
  }

  async function readSkillFile(card: CapabilityCard, path: string): Promise<string> {
    const { place } = await fresh(card);
    return readSkillText({ id: card.id, folder: place.folder, command }, path);
  }

  return {
    source,
    read,
    load,
    readSkillFile,
    fileOf: (card) => `${card.effects.flatMap((effect) => (effect.kind === "reads" ? [effect.path] : []))[0] ?? card.id}/SKILL.md`,
    stamp: async () => stampOf(find(), project.root),
    run: async (card, input) => {
      const { id } = card;
      const { path } = input;
      if (typeof path === "string") {
        const text = await readSkillFile(card, path);
        return { data: { id, path, text }, text };
      }
      const { modelProjection, files = [] } = await load(card);
      return { data: { id, name: card.title, body: modelProjection, files }, text: modelProjection };
    },
  };
}

/** Of what the cards are made of; undefined where a file is so young that it could change without it. */
function stampOf({ places, diagnostics }: FoundSkills, root: string): string | undefined {
  const now = Date.now();
  const files: string[] = [];
  for (const { folder, manifest, found } of places) {
    const stat = statSync(join(folder, manifest), { throwIfNoEntry: false });
    if (stat === undefined || isYoung(stat, now)) return undefined;
    files.push(`${folder}\0${manifest}\0${found}\0${fileStamp(stat)}`);
  }
  return digestOf([root, files, diagnostics]);
}

function sameName(id: string, file: string, first: string): CatalogDiagnostic {
  return {
    code: "skill_same_name",
    severity: "warning",
    file,
    message: `${id} is also ${first}, which is the one that is listed`,
    fix: "Give one of them another name, or remove it",
  };
}

/** What follows the frontmatter's closing line. */
function bodyOf(text: string): string {
  return text.replace(/^---[ \t]*\n(?:[\s\S]*?\n)??---[ \t]*(?:\n|$)/, "").replace(/^\n+/, "");
}

function skillRoots({ root, settings, env }: Project, scope: SkillScope): SkillRoot[] {
  const home = realOf(env.HOME);
  const { skill_folders, user_skills } = settings.capabilities ?? {};
  if (scope === "user") {
    // In a home folder that is itself the project, they are the project's.
    if (home === undefined || home === root || user_skills === false) return [];
    return SKILL_FOLDERS.map((folder) => ({ path: join(home, folder), within: [home], configured: false }));
  }
  if (skill_folders === undefined) return SKILL_FOLDERS.map((folder) => ({ path: join(root, folder), within: [root], configured: false }));
  return skill_folders.map((folder) => {
    const path = resolve(root, folder);
    // A folder elsewhere is named by the project itself; a link in it that leads elsewhere again is not.
    const real = liesIn(path, root) ? undefined : realOf(path);
    return { path, within: real === undefined ? [root] : [root, real], configured: true };
  });
}

function realOf(path: string | undefined): string | undefined {
  if (path === undefined || path === "" || !isAbsolute(path)) return undefined;
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Relative to PROJECT_ROOT where it lies inside, else absolute. */
function shownPath(root: string, path: string): string {
  return liesIn(path, root) ? relative(root, path).split(sep).join("/") || "." : path;
}

/** A folder as a header writes it. */
function headerPath({ root, env }: Project, scope: SkillScope, found: string): string {
  const home = scope === "user" ? realOf(env.HOME) : undefined;
  if (home !== undefined && liesIn(found, home)) return `\${HOME}/${shownPath(home, found)}`;
  return shownPath(root, found);
}
