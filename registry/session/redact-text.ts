import { REDACTED, withoutKnown } from "./known-secrets.ts";
import { hasDigits, namesSecret } from "./secret-name.ts";

/** A run of what names consist of, with the dashes of an option. It begins where no longer run could. */
const NAME = /(?<![\p{L}\p{N}_.$-])[\p{L}\p{N}_.$-]+/gu;
/** Between a name and its value: `=`, `:`, `=>`, `":`, `\":`, `'] =`. */
const SEPARATOR = /(?:\\*["'`])?\]?[ \t]*(?:=>|:=|[:=])[ \t]*/y;
const SPACE = /[ \t]+(?![-\s])/y;
const QUOTE = /(\\*)(["'`])/y;
const PLAIN = /[^\s"'`<>\\]+/y;
const IN_QUERY = /[^\s"'`<>\\&#]+/y;
/** A header's value has spaces. */
const REST_OF_LINE = /[^\r\n"'\\]+/y;
const HEADER = /(?:authorization|cookie)$/i;
/** Names that are a secret's in the query of a URL alone. */
const QUERY_NAME = /(?:^|[-_])(?:key|sig|signature|code|sid|session_?id|ticket|assertion)$/i;

const USER_INFO = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,30}:\/\/)([^\s/?#"'<>\\]*)@/gi;
const SCHEME = /(?<![\w-])(bearer|basic)([ \t]+)([A-Za-z0-9._~+/=:-]+)/gi;
/** What follows the word `bearer` where somebody only speaks of it. */
const PROSE = /^(?:tokens?|auth|authenti\w+|authori[sz]\w+|schemes?|headers?|of|is|and|with|in|for|the|to|or|as|must|was)[.:]?$/i;

/**
 * A text without the secrets that it holds (case h7): the given values, what is
 * one by its form, userinfo of URLs, and whatever is told to be one by the name
 * before it: `token=…`, `"token": …`, `--token …`, `Authorization: …`, also
 * inside JSON inside JSON. Rather too much than too little. Doing it twice changes nothing.
 */
export function redactText(text: string, values: readonly string[] = []): string {
  const known = withoutKnown(text, values).replace(USER_INFO, (whole, scheme: string, user: string) => {
    const keyless = /ssh:\/\/$/i.test(scheme) && !user.includes(":");
    return user === "" || keyless ? whole : `${scheme}${REDACTED}@`;
  });
  return withoutNamed(known).replace(SCHEME, (whole, scheme: string, space: string, credentials: string) => {
    const spoken = /^basic$/i.test(scheme) ? !isUserAndPassword(credentials) : PROSE.test(credentials);
    return spoken ? whole : `${scheme}${space}${REDACTED}`;
  });
}

function isUserAndPassword(base64: string): boolean {
  return base64.length >= 4 && Buffer.from(base64, "base64").toString("latin1").includes(":");
}

/** Goes from name to name: what follows a secret's name is taken out, what follows another is looked at in turn. */
function withoutNamed(text: string): string {
  let kept = "";
  let from = 0;
  NAME.lastIndex = 0;
  for (let found = NAME.exec(text); found !== null; found = NAME.exec(text)) {
    const start = found.index;
    const end = start + found[0].length;
    const option = found[0].startsWith("-");
    const name = found[0].replace(/^-+/, "");
    const inQuery = start > 0 && /[?&#;]/.test(text[start - 1] as string);
    const value = valueAfter(text, end, { name, option, inQuery });
    if (value === undefined) continue;
    kept += `${text.slice(from, value.start)}${REDACTED}`;
    from = value.end;
    NAME.lastIndex = value.end;
  }
  return from === 0 ? text : kept + text.slice(from);
}

interface Named {
  readonly name: string;
  readonly option: boolean;
  readonly inQuery: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function valueAfter(text: string, at: number, { name, option, inQuery }: Named): Span | undefined {
  const secret = namesSecret(name) || (inQuery && QUERY_NAME.test(name));
  const userOption = option && (name === "u" || name === "user");
  if (!secret && !userOption) return undefined;
  const start = match(SEPARATOR, text, at) ?? (option ? match(SPACE, text, at) : undefined);
  if (start === undefined || text.startsWith(REDACTED, start)) return undefined;
  const span = valueAt(text, start, inQuery ? IN_QUERY : HEADER.test(name) ? REST_OF_LINE : PLAIN);
  if (span === undefined) return undefined;
  const value = text.slice(span.start, span.end);
  if (userOption && !secret) return /^[^\s:]+:./.test(value) ? span : undefined;
  if (/^-?\d+(?:\.\d+)?$/.test(value) && !hasDigits(name) && !inQuery) return undefined;
  return /^(?:null|true|false|undefined)$/.test(value) ? undefined : span;
}

/** Where `pattern` (sticky) ends that begins at `at`. */
function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The value that begins at `at`: within its quotes, a bracket with all that it holds, or plain up to the next blank. */
function valueAt(text: string, at: number, plain: RegExp): Span | undefined {
  QUOTE.lastIndex = at;
  const quoted = QUOTE.exec(text);
  if (quoted !== null) {
    const [mark, escapes = "", quote = ""] = quoted;
    const start = at + mark.length;
    if (text.startsWith(REDACTED + mark, start)) return undefined;
    const end = closing(text, start, mark, escapes, quote);
    return end > start ? { start, end } : undefined;
  }
  if (text[at] === "{" || text[at] === "[") return { start: at, end: bracketEnd(text, at) };
  const end = match(plain, text, at);
  if (end === undefined) return undefined;
  const trailing = /[,;.)}\]]+$/.exec(text.slice(at, end))?.[0].length ?? 0;
  return end - trailing > at ? { start: at, end: end - trailing } : undefined;
}

/** The quote that ends what `mark` began: as deep in escapes as that one, no deeper. A text that was cut has none. */
function closing(text: string, start: number, mark: string, escapes: string, quote: string): number {
  for (let at = text.indexOf(mark, start); at >= 0; at = text.indexOf(mark, at + 1)) {
    let slashes = 0;
    const quoteAt = at + escapes.length;
    while (text[quoteAt - 1 - slashes] === "\\") slashes++;
    if (text[quoteAt] === quote && slashes === escapes.length) return at;
  }
  return text.length;
}

/** The end of a bracket, or of the text where it is cut off. Brackets inside quotes do not count. */
function bracketEnd(text: string, at: number): number {
  let depth = 0;
  let quote = "";
  for (let index = at; index < text.length; index++) {
    const sign = text[index] as string;
    if (quote !== "") {
      if (sign === quote && text[index - 1] !== "\\") quote = "";
    } else if (sign === '"') quote = sign;
    else if (sign === "{" || sign === "[") depth++;
    else if ((sign === "}" || sign === "]") && --depth === 0) return index + 1;
  }
  return text.length;
}
