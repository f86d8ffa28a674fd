import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BundlePolicy } from '@orrery/kernel/server';
import type { IndexedPlugin, PluginManifest } from '@orrery/sdk';

/** What a distribution's registry allows at run time. */
export interface PluginPolicy extends BundlePolicy {
  /** How many plugins may run code with every page; default any number. */
  readonly maxStartupPlugins?: number;
}

/** `policy` of the registry this distribution was built from; `self` among its origins becomes the public origin of this server, where it has one. */
export function readPluginPolicy(distDir: string, publicOrigin: string | undefined): PluginPolicy {
  const file = path.join(distDir, 'plugin-policy.json');
  if (!existsSync(file)) return {};
  const { dynamic, origins, maxStartupPlugins } = JSON.parse(readFileSync(file, 'utf8')) as PluginPolicy;
  return { dynamic, origins: origins?.map((origin) => (origin === 'self' ? (publicOrigin ?? origin) : origin)), maxStartupPlugins };
}

type Startup = Pick<PluginManifest, 'id' | 'activation' | 'entry'>;
const runsAtStartup = ({ activation, entry }: Startup): boolean => entry?.web !== undefined && (activation?.includes('onStartup') ?? false);

/** Why a plugin may not be added to those that are there, as sentences: the build counted only the built-in ones. Pure. */
export function startupRefusal({ maxStartupPlugins }: PluginPolicy, added: Startup, present: readonly Pick<IndexedPlugin, 'manifest'>[]): readonly string[] {
  if (maxStartupPlugins === undefined || !runsAtStartup(added)) return [];
  const others = present.map(({ manifest }) => manifest).filter((manifest) => manifest.id !== added.id && runsAtStartup(manifest)).length;
  return others < maxStartupPlugins ? [] : [`it would run with every page, as ${others} plugins do already; policy.maxStartupPlugins in plugin-registry.json allows ${maxStartupPlugins}`];
}
