/** Of every skill's id. */
export const SKILL_PREFIX = "skill__";

/** Longest name by the specification, in characters. */
export const NAME_LIMIT = 64;

/** The one spelling of a name: composed and decomposed letters are the same (NFKC). */
export function normalName(name: string): string {
  return name.normalize("NFKC").trim();
}

/**
 * A skill's id by its declared name. What an id cannot hold (blanks, brackets,
 * the star of rules, control characters) becomes `-`.
 */
export function skillId(name: string): string {
  return SKILL_PREFIX + normalName(name).replace(/[\s()*\p{Cc}]+/gu, "-");
}

/** The id that a caller means, who may have the id itself or the listed name. */
export function skillIdOf(nameOrId: string): string {
  return nameOrId.startsWith(SKILL_PREFIX) ? nameOrId : skillId(nameOrId);
}

/** A name that could be taken for a path; no name ever is one, and such a one is not even listed. */
export function isPathLike(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is refused
  return /[/\\\u0000-\u001f\u007f]/.test(name) || /^\.{1,2}$/.test(name.trim());
}
