import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BundlePolicy } from '@orrery/kernel/server';

/** `policy` of the registry this distribution was built from; `self` among its origins becomes the public origin of this server. */
export function readPluginPolicy(distDir: string, publicOrigin: string | undefined): BundlePolicy {
  const file = path.join(distDir, 'plugin-policy.json');
  if (!existsSync(file)) return {};
  const { dynamic, origins } = JSON.parse(readFileSync(file, 'utf8')) as BundlePolicy;
  return { dynamic, origins: origins?.flatMap((origin) => (origin === 'self' ? (publicOrigin ?? []) : origin)) };
}
