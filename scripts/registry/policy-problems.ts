import type { PluginManifest } from '@orrery/sdk';
import type { RegistryFile } from './registry-file.ts';

type Policy = RegistryFile['policy'];

const KNOWN: ReadonlySet<string> = new Set<keyof Policy>(['unsigned', 'tiers', 'dynamic', 'origins', 'maxStartupPlugins', 'trustRoots']);

/** What is wrong with the policy of a registry, as sentences: a rule nobody understands must not pass as none. Pure. */
export function policyProblems(policy: Policy): string[] {
  const { dynamic, origins, maxStartupPlugins } = policy;
  const problems = Object.keys(policy).filter((key) => !KNOWN.has(key)).map((key) => `policy.${key} is no rule; known are ${[...KNOWN].join(', ')}`);
  if (dynamic !== undefined && dynamic !== 'allow' && dynamic !== 'deny') problems.push(`policy.dynamic is ${JSON.stringify(dynamic)}; it must be "allow" or "deny"`);
  if (origins !== undefined && !Array.isArray(origins)) problems.push('policy.origins must be a list');
  for (const origin of Array.isArray(origins) ? (origins as readonly string[]) : []) {
    const isOrigin = origin === '*' || origin === 'self' || (URL.canParse(origin) && new URL(origin).origin === origin);
    if (!isOrigin) problems.push(`policy.origins has ${JSON.stringify(origin)}; write an origin such as "https://cdn.example.com" without a path, "self" or "*"`);
  }
  if (maxStartupPlugins !== undefined && !(Number.isInteger(maxStartupPlugins) && maxStartupPlugins >= 0)) problems.push('policy.maxStartupPlugins must be a whole number');
  return problems;
}

/** The plugins that run with every page, when they are more than the policy allows. Pure. */
export function startupProblem({ maxStartupPlugins }: Policy, manifests: readonly Pick<PluginManifest, 'id' | 'activation' | 'entry'>[]): string | undefined {
  const ids = manifests.filter(({ activation, entry }) => entry?.web && activation?.includes('onStartup')).map(({ id }) => id);
  if (maxStartupPlugins === undefined || ids.length <= maxStartupPlugins) return undefined;
  return `${ids.length} plugins run with every page (${ids.join(', ')}); policy.maxStartupPlugins of plugin-registry.json allows ${maxStartupPlugins}. Derive their activation from what they contribute, or raise the limit.`;
}
