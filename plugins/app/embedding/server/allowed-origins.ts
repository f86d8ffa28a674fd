/**
 * Origins a stored list of domains allows; undefined when it is empty, i.e. all. An entry that is no address allows
 * nobody, for what was meant by it is unknown. Also keeps whatever stands in the list out of the page's policy.
 */
export function allowedOrigins(list: string | null): readonly string[] | undefined {
  const entries = (list ?? '').split(',').map((entry) => entry.trim()).filter(Boolean);
  if (entries.length === 0) return undefined;
  return [...new Set(entries.map(originOf).filter((origin) => origin !== undefined))];
}

/** The origin of an http(s) address; undefined for anything else. */
export function originOf(address: string | undefined): string | undefined {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  // A host with characters beyond these would be read as something else inside a policy.
  return url && /^https?:$/.test(url.protocol) && /^[\w.\-:[\]]+$/.test(url.host) ? url.origin : undefined;
}
