/** Opens the catalog of a project once and tells what that took: `catalog-child ROOT CACHE`. A process of its own, so that memory is its own. */
import { openCatalog } from "../../registry/catalog/open-catalog.ts";
import { toolSource } from "../../registry/catalog/sources/tools.ts";
import { openProject } from "../../registry/project/open.ts";

const [root = "", cache = ""] = process.argv.slice(2);
const project = await openProject({ PROJECT_ROOT: root, HOME: root, WORK_DIR: root, PATH: process.env.PATH }, root);
const before = process.memoryUsage().rss;
const started = performance.now();
const catalog = await openCatalog([toolSource(project)], cache);
const open_ms = performance.now() - started;
const opened = process.memoryUsage().rss;
let read = 0;
for (const card of catalog.cards()) read += card.id.length;
const all_ms = performance.now() - started - open_ms;
process.stdout.write(
  JSON.stringify({ size: catalog.size, read, open_ms, all_ms, before, opened, peak: process.resourceUsage().maxRSS * 1024 }),
);
