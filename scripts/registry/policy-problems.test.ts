import { expect, it } from 'vitest';
import { policyProblems, startupProblem } from './policy-problems.ts';
import type { RegistryFile } from './registry-file.ts';

type Policy = RegistryFile['policy'];
const policy = (rest: Partial<Record<keyof Policy, unknown>>) => ({ unsigned: 'sandbox', tiers: {}, trustRoots: {}, ...rest }) as Policy;

it('[C4] refuses rules nobody would enforce', () => {
  expect(policyProblems(policy({}))).toEqual([]);
  expect(policyProblems(policy({ dynamic: 'deny', origins: ['self', '*', 'https://cdn.acme.com', 'http://localhost:9000'], maxStartupPlugins: 0 }))).toEqual([]);
  expect(policyProblems(policy({ dynamic: 'never', origins: ['https://cdn.acme.com/x', 'cdn.acme.com'], maxStartupPlugins: 1.5 }))).toHaveLength(4);
  expect(policyProblems(policy({ origins: 'https://cdn.acme.com' }))).toEqual(['policy.origins must be a list']);
  expect(policyProblems({ ...policy({}), maxStartupPlugin: 1 } as Policy)).toEqual([expect.stringContaining('policy.maxStartupPlugin is no rule')]);
});

it('[C4] counts the plugins that run with every page', () => {
  const web = { web: 'plugin.js' };
  const manifests = [{ id: 'a', activation: ['onStartup' as const], entry: web }, { id: 'b', entry: web }, { id: 'c', activation: ['onStartup' as const], entry: web }, { id: 'd', activation: ['onStartup' as const], entry: { server: 's.js' } }];
  expect(startupProblem(policy({}), manifests)).toBeUndefined();
  expect(startupProblem(policy({ maxStartupPlugins: 2 }), manifests)).toBeUndefined();
  expect(startupProblem(policy({ maxStartupPlugins: 1 }), manifests)).toContain('a, c');
});
