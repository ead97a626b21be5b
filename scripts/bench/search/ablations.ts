/** One of the search's means, taken away by a change of its source; the change must apply. */
export interface Ablation {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const at = (file: string) => `registry/discovery/search/${file}.ts`;

export const ABLATIONS: readonly Ablation[] = [
  { name: "stemming", file: "registry/text/stem.ts", from: "if (word.length < 4 ||", to: "if (word.length > 0 ||" },
  {
    name: "synonyms",
    file: at("synonyms"),
    from: "GROUPS_OF.get(term) ?? []",
    to: "GROUPS_OF.get(`${term} `) ?? []",
  },
  {
    name: "short forms",
    file: at("synonyms"),
    from: "return LONG.get(term) ?? [];",
    to: "return term === '' ? (LONG.get(term) ?? []) : [];",
  },
  { name: "near words", file: at("near-terms"), from: "const AT_MOST = 3;", to: "const AT_MOST = 0;" },
  {
    name: "leaving out words of asking",
    file: at("asking-words"),
    from: ".test(telling) ? telling : query",
    to: ".test(telling) ? query : query",
  },
  { name: "what a question implies", file: at("request-forms"), from: "form.test(query)", to: "form.test(query) && form.test('')" },
  { name: "sentences apart", file: at("request-scores"), from: "telling.length > 1 ? telling : []", to: "telling.length > 1 ? [] : []" },
  { name: "parameters", file: at("fields"), from: 'name: "parameters", weight: 0.5', to: 'name: "parameters", weight: 0' },
  { name: "what it returns", file: at("fields"), from: 'name: "returns", weight: 0.5', to: 'name: "returns", weight: 0' },
  { name: "the rest of a summary for less", file: at("fields"), from: 'name: "details", weight: 0.5', to: 'name: "details", weight: 1' },
  { name: "a server's name", file: at("fields"), from: 'source.type === "mcp" ||', to: 'source.type === "managed" ||' },
];
