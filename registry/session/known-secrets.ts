/** What stands where a secret stood. */
export const REDACTED = "[redacted]";

/**
 * Secrets that show by their form alone what they are, as their makers document
 * it. No class holds a quote, so that a match never leaves a JSON string.
 */
const FORMS: readonly string[] = [
  // Private keys and everything else that is armoured so; cut off at the end of the text, too.
  '-----BEGIN [A-Z0-9 ]+-----(?:(?!-----END)[^"])*(?:-----END [A-Z0-9 ]+-----)?',
  "(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])",
  "(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{20,}",
  "(?<![A-Za-z0-9])github_pat_\\w{20,}",
  "(?<![A-Za-z0-9])glpat-[\\w-]{16,}",
  "(?<![A-Za-z0-9])(?:xox[abeoprs]|xapp)-[\\w-]{8,}",
  "(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,}",
  "(?<![A-Za-z0-9])[rs]k_(?:live|test)_\\w{10,}",
  "(?<![A-Za-z0-9])whsec_\\w{16,}",
  "(?<![A-Za-z0-9])AIza[\\w-]{30,}",
  "(?<![A-Za-z0-9])ya29\\.[\\w-]{10,}",
  "(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}",
  "(?<![A-Za-z0-9])pypi-[\\w-]{20,}",
  "(?<![A-Za-z0-9])dop_v1_[a-f0-9]{32,}",
  "(?<![A-Za-z0-9])hf_[A-Za-z0-9]{20,}",
  "(?<![A-Za-z0-9])SG\\.[\\w-]{16,}\\.[\\w-]{16,}",
  "(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,}",
  "(?<![A-Za-z0-9])lin_api_\\w{20,}",
  "(?<![A-Za-z0-9])eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]+",
  "(?<![A-Za-z0-9])AGE-SECRET-KEY-1[A-Z0-9]{20,}",
  "hooks\\.slack\\.com/services/[\\w/]+",
  "discord(?:app)?\\.com/api/webhooks/\\d+/[\\w-]+",
  "(?<!\\d)\\d{8,10}:AA[\\w-]{30,}",
];
const KNOWN_FORM = new RegExp(FORMS.join("|"), "g");

/** A text without `values` (longest first), also as they stand in a URL, in JSON or in base64, and without what is a secret by its form. */
export function withoutKnown(text: string, values: readonly string[]): string {
  let left = text;
  for (const value of values) for (const form of formsOf(value)) if (left.includes(form)) left = left.replaceAll(form, REDACTED);
  return left.replace(KNOWN_FORM, REDACTED);
}

/** Whether `withoutKnown` would change the text. */
export function hasKnown(text: string, values: readonly string[]): boolean {
  return text.search(KNOWN_FORM) >= 0 || values.some((value) => formsOf(value).some((form) => text.includes(form)));
}

function formsOf(value: string): string[] {
  // What is part of the mark itself would be replaced for ever.
  if (REDACTED.includes(value)) return [];
  const encoded = Buffer.from(value).toString("base64");
  const forms = [value, JSON.stringify(value).slice(1, -1), uriForm(value), encoded, encoded.replace(/=+$/, "")];
  return [...new Set(forms)];
}

function uriForm(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // Half of a surrogate pair has no such form.
    return value;
  }
}
