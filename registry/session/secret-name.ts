/** Words that name a secret, alone or as the end of a word that is written without a seam (`PGPASSWORD`). */
const SECRET_WORD = /(?:password|passwd|passphrase|passcode|secret|credential|authorization|token|apikey)s?$/;
const SECRET_WORDS: ReadonlySet<string> = new Set(["pwd", "pass", "auth", "cookie", "cookies", "jwt", "otp", "pin", "bearer", "dsn"]);
/** Of the many keys, those that open something. */
const SECRET_KEY =
  /(?:api|access|private|secret|signing|signature|encryption|shared|master|account|auth|ssh|license|session|storage|role|deploy|webhook|client)keys?/;
const SECRET_ELSEWHERE = /connectionstring|パスワード|暗証番号|秘密鍵|密码|密鑰|密钥|비밀번호/;
/** What such a name may be about instead of holding it: where it is, how many there are. */
const ABOUT: ReadonlySet<string> = new Set(
  "url uri endpoint file path folder name names type count length size limit budget max min ttl expiry expires at policy required enabled".split(
    " ",
  ),
);
/** Secrets that are written in digits. Other numbers under a secret's name are counts. */
const IN_DIGITS = /(?:password|passwd|passcode|secret|token)$|^(?:pwd|pin|otp)$/;

/** The words of a name: split at case, digits stay, everything else separates. Lower case. */
function wordsOf(name: string): string[] {
  const seams = name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  return seams
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Whether a key, a variable, an option or a header of this name holds a secret: `x-api-key`, `svc.token`, `AWS_SECRET_ACCESS_KEY`. */
export function namesSecret(name: string): boolean {
  if (name.length > 256) return false;
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || ABOUT.has(last)) return false;
  if (words.some((word) => SECRET_WORD.test(word) || SECRET_WORDS.has(word))) return true;
  const joined = words.join("");
  return SECRET_KEY.test(joined) || SECRET_ELSEWHERE.test(joined);
}

/** Whether a number under this secret's name is one: a `pin` is, `max_tokens` is not. */
export function hasDigits(name: string): boolean {
  return wordsOf(name).some((word) => IN_DIGITS.test(word));
}

/** A shorter value stands in too many other places to be taken out of them. */
const SHORTEST = 6;

/** The values of the variables that are named like secrets: to be taken out wherever they occur. Longest first. */
export function secretValues(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && value.length >= SHORTEST && namesSecret(name)) values.add(value);
  }
  return [...values].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}
