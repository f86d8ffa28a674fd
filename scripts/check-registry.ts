import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IndexedPlugin } from '@orrery/sdk';
import { dist } from './paths.ts';
import { startupProblem } from './registry/policy-problems.ts';
import { readRegistry } from './registry/registry-file.ts';

/** The lock half of the registry against the build at hand: same plugins, versions and file hashes. */
export async function checkRegistry(): Promise<string[]> {
  const file = path.join(dist, 'plugin-index.json');
  if (!existsSync(file)) return ['There is no build to compare with; run npm run build'];
  const registry = await readRegistry();
  const index = JSON.parse(readFileSync(file, 'utf8')) as IndexedPlugin[];
  const problems: string[] = [];
  const update = 'run npm run registry -- update';
  for (const { manifest, integrity } of index) {
    const resolved = registry.resolved[manifest.id];
    if (!resolved) problems.push(`plugin-registry.json has not resolved ${manifest.id}; ${update}`);
    else if (resolved.version !== manifest.version) problems.push(`${manifest.id} is ${manifest.version}; the registry says ${resolved.version}; ${update}`);
    else if (Object.entries(integrity).some(([name, hash]) => resolved.files[name] !== hash)) problems.push(`The files of ${manifest.id} differ from the registry; ${update}`);
  }
  const tooMany = startupProblem(registry.policy, index.map(({ manifest }) => manifest));
  if (tooMany) problems.push(tooMany);
  for (const id of Object.keys(registry.resolved)) {
    if (!index.some((plugin) => plugin.manifest.id === id)) problems.push(`The registry resolves ${id}, which is not built; ${update}`);
  }
  return problems;
}
