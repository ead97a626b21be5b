/** The first page of a project's documents: what a document looks like that is found. The commands are lines to type. */
export function starterDocument(index: string, fetch: string): string {
  return `---
title: How documents are written here
keywords: [documents, conventions, frontmatter]
---

# How documents are written here

Each \`.md\` or \`.mdx\` file below this folder is a document. It is found by its headings first, so let a heading say
what the section answers: "Retry a failed deployment" rather than "Notes".

## Frontmatter

All of it is optional:

- \`title\`: the page's name, where the first heading is not it;
- \`keywords\`: words that people look for and the text does not use;
- \`paths\`: globs of the source files the page is about, such as \`src/hooks/**\`.

## Search

After a change bring the index up to date, then ask:

\`\`\`bash
${index}
${fetch}
\`\`\`
`;
}
