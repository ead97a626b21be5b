import { stem } from "../../text/stem.ts";

interface RequestForm {
  readonly form: RegExp;
  readonly means: readonly string[];
}

/** What the form of a request tells that none of its words does: a question wants something read, `notes.md` is a file. */
const FORMS: readonly RequestForm[] = [
  {
    form: /^\s*(?:what|which|who|when|where|how (?:many|much)|are there|is there|did|does|is|are)\b/i,
    means: ["get", "list", "read", "search", "show", "query"].map(stem),
  },
  { form: /https?:\/\//i, means: ["url", "page", "web"].map(stem) },
  {
    form: /(?<![\p{L}\p{N}@/.])(?!www\.)[\p{L}\p{N}_-]+\.(?!(?:com|org|net|io|dev)\b)[a-z][a-z0-9]{0,4}(?![\p{L}\p{N}.])/iu,
    means: ["file"].map(stem),
  },
];

/** Sets of terms of which a capability should rather hold one. They decide between what the words found and find nothing themselves. */
export function impliedTerms(query: string): readonly (readonly string[])[] {
  return FORMS.filter(({ form }) => form.test(query)).map(({ means }) => means);
}
