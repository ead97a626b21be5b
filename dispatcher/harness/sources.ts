import type { CatalogSource } from "../../registry/catalog/catalog.ts";
import { channels, type PresentChannel } from "../../registry/catalog/sources/channels.ts";
import { skillSource } from "../../registry/catalog/sources/skills.ts";
import { toolSource } from "../../registry/catalog/sources/tools.ts";
import type { Project } from "../../registry/project/project.ts";

/** Where a project's capabilities come from, in the order in which one of two equal ids wins. */
export function projectSources(project: Project, present: PresentChannel): readonly CatalogSource[] {
  return [toolSource(project), skillSource(project, "project"), skillSource(project, "user"), channels(present)];
}
