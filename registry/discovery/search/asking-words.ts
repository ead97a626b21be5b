import { STOP_WORDS } from "../../text/stop-words.ts";

/**
 * Words with which people ask, and which say nothing of what is asked for:
 * English function words, politeness, and the pieces that a written-together
 * form leaves (`what's` gives s).
 */
const MORE = [
  "am been being did does doing done had has having may might must shall should would could",
  "me my mine myself we us our ours he him his she her hers they them their theirs those itself himself",
  "anyone anybody everyone everybody someone somebody something anything everything nothing one ones other others another",
  "about above after again against also any around away because before below between both but down during each either",
  "else enough ever every few further here into just least less let like many more most much neither never no nor not now",
  "off once only onto out over own rather same since some still such than though through too toward under until",
  "unless up upon very via whether within without yet",
  "want wants wanted wish need needs needed please thanks thank kindly maybe really actually ok okay hey hi hello yes",
  "called named already currently ago today tomorrow yesterday tonight was were whose",
  "s t m d re ve ll don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain",
];

const ASKING_WORDS: ReadonlySet<string> = new Set([...STOP_WORDS, ...MORE.flatMap((line) => line.split(" "))]);

/** A word that stands for itself, and is no part of a name such as `to-do` or `on.ts`. */
const WORD = /(?<![\p{L}\p{N}_-]|[\p{L}\p{N}]\.)\p{L}+(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])/gu;

/** A query without the words that only ask; as it is where nothing else is in it. */
export function withoutAsking(query: string): string {
  const telling = query.replace(WORD, (word) => (ASKING_WORDS.has(word.toLowerCase()) ? " " : word));
  return /[\p{L}\p{N}]/u.test(telling) ? telling : query;
}
