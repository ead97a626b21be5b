import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { digestOf } from "../../canonical-json.ts";
import { fault } from "../../error/catalogue.ts";
import type { Project } from "../../project/project.ts";
import type { CatalogDiagnostic, CatalogSource, SourceCards, SourceResult } from "../catalog.ts";
import type { CapabilityCard, LoadedCapability } from "../descriptor.ts";
import { fileStamp, isYoung } from "../file-stamp.ts";
import { type FoundSkills, findSkills, type SkillPlace } from "../skill/find-skills.ts";
import { parseFrontmatter } from "../skill/frontmatter.ts";
import { readHead } from "../skill/read-head.ts";
import { skillCard } from "../skill/skill-card.ts";
import type { SkillFault } from "../skill/skill-fault.ts";
import { listSkillFiles, readSkillText } from "../skill/skill-file.ts";
import { headerPath, type SkillScope, shownPath, skillRoots } from "../skill/skill-roots.ts";

/** A whole SKILL.md may have so many bytes when it is loaded. */
const BODY_LIMIT = 16 * 1024 * 1024;

export interface SkillSource extends CatalogSource {
  /**
   * A text file of a skill, `path` relative to its folder.
   *
   * @throws ToolError `capability_gone`, `capability_changed`, and those of `readSkillText`
   */
  readSkillFile(card: CapabilityCard, path: string): Promise<string>;
  /** By its id; undefined where this source has no such skill. */
  describe(id: string): Promise<SkillDescription | undefined>;
  run(card: CapabilityCard, input: Readonly<Record<string, unknown>>): Promise<SourceResult>;
}

interface Held {
  readonly place: SkillPlace;
  readonly card: CapabilityCard;
  /** What was said of its file. */
  readonly diagnostics: readonly CatalogDiagnostic[];
}

/** A skill as it stands on the disk; nothing of its body. */
export interface SkillDescription {
  readonly card: CapabilityCard;
  /** Its SKILL.md, relative to PROJECT_ROOT where it lies inside. */
  readonly file: string;
  readonly diagnostics: readonly CatalogDiagnostic[];
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
      const told = faults.map((one) => ({ ...one, file }));
      diagnostics.push(...told);
      if (card === undefined) continue;
      const first = skills.get(card.id);
      if (first === undefined) skills.set(card.id, { place, card, diagnostics: told });
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
    } else if (known !== undefined) known = { ...known, card: again };
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

  async function describe(id: string): Promise<SkillDescription | undefined> {
    await read();
    const skill = held?.get(id);
    return skill && { card: skill.card, file: shown(join(skill.place.found, skill.place.manifest)), diagnostics: skill.diagnostics };
  }

  return {
    source,
    read,
    load,
    readSkillFile,
    describe,
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
