/** The part of a distribution's policy that says which plugins may be added at run time (`policy` of plugin-registry.json). */
export interface BundlePolicy {
  /** Default `allow`. */
  readonly dynamic?: 'allow' | 'deny';
  /** Origins bundles may be fetched from, `*` for any; default any. */
  readonly origins?: readonly string[];
}

/** Why the policy refuses a bundle, as a sentence that names the rule; undefined when it may come. Pure. */
export function policyRefusal({ dynamic, origins }: BundlePolicy, url: URL): string | undefined {
  if (dynamic === 'deny') return 'This installation takes no plugins at run time: policy.dynamic in its plugin-registry.json is "deny". Add the plugin to the distribution instead.';
  if (!origins || origins.includes('*') || origins.includes(url.origin)) return undefined;
  return `Bundles from ${url.origin} are not taken: policy.origins in plugin-registry.json allows ${origins.length > 0 ? origins.join(', ') : 'none'}. Serve it from there, or extend the policy.`;
}
