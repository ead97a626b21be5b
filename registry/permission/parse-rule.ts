/** A rule in its parts. */
export interface Rule {
  /** As it was written. */
  readonly text: string;
  /** An id; `*` in it stands for anything. */
  readonly id: string;
  /** What stands in the brackets. Undefined: the rule is bare, it names capabilities whatever their arguments. */
  readonly specifier: string | undefined;
}

/** `id`, `id(specifier)`; `id(*)` is bare (grammar of formats 5.1). Whether a specifier begins with a parameter's name is told by the capability: `argument.ts`. */
export function parseRule(text: string): Rule {
  const open = text.indexOf("(");
  if (open < 0 || !text.endsWith(")")) return { text, id: text, specifier: undefined };
  const specifier = text.slice(open + 1, -1);
  return { text, id: text.slice(0, open), specifier: specifier === "*" ? undefined : specifier };
}
