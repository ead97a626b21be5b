import type { Section } from "../document/document.ts";
import type { SearchText } from "./measure.ts";

/** A page as ranking needs it beside one of its sections. */
export interface Page {
  /** Relative to the folder of documents. */
  readonly path: string;
  readonly title: string;
  readonly keywords: readonly string[];
}

/** The searched fields of a section: the same for an index and for a search without one. */
export function searchText(page: Page, section: Pick<Section, "heading_path" | "text">): SearchText {
  const heading = section.heading_path.at(-1) ?? page.title;
  const above = [page.title, ...section.heading_path.slice(0, -1)];
  return {
    heading,
    keywords: `${page.keywords.join(" ; ")} ; ${page.path.replace(/\.mdx?$/i, "").replaceAll("/", " ; ")}`,
    context: [...new Set(above)].filter((words) => words !== heading).join(" ; "),
    body: section.text,
  };
}
