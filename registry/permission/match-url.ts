/** The host that a URL names; undefined where readers of URLs could disagree about it. */
export function hostOf(url: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what some readers drop and others keep.
  if (/[\x00-\x20\x7f\\]/.test(url)) return undefined;
  try {
    const { hostname, protocol } = new URL(url);
    return hostname === "" || !/^(?:https?|wss?|ftp):$/.test(protocol) ? undefined : hostname.replace(/\.$/, "");
  } catch {
    return undefined;
  }
}

/** Whether `domain:…` is of the host. `*.example.com` is of all below it; `below`: a plain name is too. */
export function domainMatches(domain: string, host: string, below: boolean): boolean {
  if (domain === "*") return true;
  if (domain.startsWith("*.")) return host.endsWith(`.${plainHost(domain.slice(2))}`);
  const wanted = plainHost(domain);
  return host === wanted || (below && host.endsWith(`.${wanted}`));
}

/** As a URL's host is spelled: lower case, other scripts in their ASCII form. */
function plainHost(domain: string): string {
  return hostOf(`https://${domain}`) ?? domain.toLowerCase();
}
