/** English words that say nothing about a topic; dropped from a keyword of several words, never from a lone one. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be by can do does for from has have how i if in into is it its of on or so than that the then there these this to was we what when where which while who why will with you your".split(
    " ",
  ),
);
