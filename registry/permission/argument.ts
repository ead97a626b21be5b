import { canonicalJson } from "../canonical-json.ts";
import type { RuleTarget } from "./rule-target.ts";

/** How the values of a parameter are read. */
export type ArgumentKind = "command" | "words" | "path" | "url" | "text";

/** What of a call a specifier is held against. */
export interface Argument {
  readonly kind: ArgumentKind;
  /** The specifier without the parameter's name. */
  readonly specifier: string;
  /** One parameter's name, or the kind where none is named: rules with the same add up. */
  readonly key: string;
  /** Of `words` the words of one command, else each is judged alone. */
  readonly values: readonly string[];
}

const COMMAND = /^(?:command|cmd|script|command[-_]?line)$/i;
const PATH =
  /^(?:cwd|source|destination)$|(?:^|[-_])(?:path|paths|file|files|filename|dir|directory|folder)$|[a-z](?:Path|Paths|File|Files|Dir|Directory|Folder)$/;
const URL_NAME = /^(?:url|uri|href|link|endpoint|address)s?$|[-_](?:url|uri)s?$|[a-z](?:Url|URL|Uri|URI)s?$/;

/**
 * What a rule's specifier is about, in a call: `param:specifier` where the capability has that parameter; else the values of the
 * kind that the specifier speaks of. `restricts`: of a deny or ask rule, which looks at all that it could be about.
 */
export function argumentsOf(specifier: string, target: RuleTarget, restricts: boolean): readonly Argument[] {
  const colon = specifier.indexOf(":");
  const name = colon > 0 ? specifier.slice(0, colon) : undefined;
  const given = Object.keys(target.input).filter((key) => target.input[key] !== undefined);
  if (name !== undefined && (given.includes(name) || target.parameters.some((parameter) => parameter.name === name))) {
    const rest = specifier.slice(colon + 1);
    const kind = rest.startsWith("domain:") ? "url" : kindOf(name, target);
    return [{ kind, specifier: rest, key: `parameter ${name}`, values: valuesOf(target.input[name]) }];
  }
  const of = (kind: ArgumentKind): Argument[] => {
    const names = given.filter((key) => kindOf(key, target) === kind);
    if (kind === "words") {
      const own = target.words === undefined ? [] : [{ kind, specifier, key: kind, values: target.words }];
      return [...own, ...names.map((key) => ({ kind, specifier, key: `parameter ${key}`, values: valuesOf(target.input[key]) }))];
    }
    const values = names.flatMap((key) => valuesOf(target.input[key]));
    return values.length === 0 ? [] : [{ kind, specifier, key: kind, values }];
  };
  if (specifier.startsWith("domain:")) return of("url");
  const [spoken, paths] = [[...of("words"), ...of("command")], of("path")];
  if (restricts && spoken.length + paths.length > 0) return [...spoken, ...paths];
  if (spoken.length > 0) return spoken;
  return paths.length > 0 ? paths : [...of("text"), ...of("url")];
}

function kindOf(name: string, target: RuleTarget): ArgumentKind {
  const type = target.parameters.find((parameter) => parameter.name === name)?.type;
  if (type === "path") return "path";
  if (type !== undefined && type !== "string") return "text";
  if (COMMAND.test(name)) return Array.isArray(target.input[name]) ? "words" : "command";
  if (URL_NAME.test(name)) return "url";
  return PATH.test(name) ? "path" : "text";
}

function valuesOf(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((one) => (typeof one === "string" ? one : canonicalJson(one)));
}
