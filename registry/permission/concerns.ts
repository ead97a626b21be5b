import type { Argument } from "./argument.ts";
import { globCouldMatch, globMatches } from "./glob-text.ts";
import { commandPatterns } from "./match-command.ts";
import { concernsPath } from "./match-path.ts";
import { domainMatches, hostOf } from "./match-url.ts";
import type { RuleTarget } from "./rule-target.ts";
import { type Candidates, candidatesOf, candidatesOfWords } from "./shell/inner-commands.ts";

/** Whether a deny or ask rule is about a call; `unknown`: it may be, and the call's text does not tell. */
export type Concern = "yes" | "no" | "unknown";

/** Whether a deny or ask rule's specifier is about what a call was given: enough if any of its values is meant. */
export function concerns({ kind, specifier, values }: Argument, target: RuleTarget): Concern {
  if (specifier === "*") return values.length > 0 ? "yes" : "no";
  switch (kind) {
    case "command":
      return gravest(values, (line) => concernsCommand(specifier, candidatesOf(line)));
    case "words": {
      const words = concernsCommand(specifier, candidatesOfWords(values.map((text) => ({ text, open: false }))));
      // A tool may hand them on as a line; as such they were not meant, so only what is plain in it counts.
      return words === "no" && concernsCommand(specifier, candidatesOf(values.join(" "))) === "yes" ? "yes" : words;
    }
    case "path":
      return gravest(values, (path) => (globMatches(specifier, path) ? "yes" : concernsPath(specifier, path, target)));
    case "url":
      return gravest(values, (url) => concernsUrl(specifier, url));
    case "text":
      return values.some((text) => globMatches(specifier, text)) ? "yes" : "no";
  }
}

function concernsCommand(specifier: string, { texts, unread }: Candidates): Concern {
  const patterns = commandPatterns(specifier);
  if (texts.some((text) => patterns.some((pattern) => globMatches(pattern, text)))) return "yes";
  if (unread !== undefined) return "unknown";
  return texts.some((text) => patterns.some((pattern) => globCouldMatch(pattern, text))) ? "unknown" : "no";
}

function concernsUrl(specifier: string, url: string): Concern {
  if (!specifier.startsWith("domain:")) return globMatches(specifier, url) ? "yes" : "no";
  const host = hostOf(url);
  if (host === undefined) return "unknown";
  return domainMatches(specifier.slice("domain:".length), host, true) ? "yes" : "no";
}

function gravest(values: readonly string[], of: (value: string) => Concern): Concern {
  let found: Concern = "no";
  for (const value of values) {
    const concern = of(value);
    if (concern === "yes") return "yes";
    if (concern === "unknown") found = "unknown";
  }
  return found;
}
