import { spawnSync } from 'node:child_process';
import { checkApi } from './check-api.ts';
import { checkFiles } from './check-files.ts';
import { checkLayers } from './check-layers.ts';
import { checkManifests } from './check-manifests.ts';
import { checkRegistry } from './check-registry.ts';
import { root } from './paths.ts';

/** A check answers the problems it found, each a sentence that says where and what to do. */
type Check = () => Promise<readonly string[]> | readonly string[];

const command =
  (file: string, args: readonly string[]): Check =>
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { cwd: root, encoding: 'utf8' });
    return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
  };

const CHECKS: readonly { readonly name: string; readonly run: Check }[] = [
  { name: 'types', run: command('node_modules/typescript/bin/tsc', ['-p', '.']) },
  { name: 'lint', run: command('node_modules/oxlint/bin/oxlint', ['--quiet', '--type-aware', '-c', '.oxlintrc.json', 'kernel', 'sdk/src', 'host', 'plugins', 'scripts', 'tests']) },
  { name: 'layers', run: checkLayers },
  { name: 'manifests', run: checkManifests },
  { name: 'files', run: checkFiles },
  { name: 'sdk surface', run: () => checkApi({ write: process.argv.includes('--write') }) },
  { name: 'registry', run: checkRegistry },
];

let failed = 0;
for (const { name, run } of CHECKS) {
  const problems = await run();
  console.log(problems.length === 0 ? `ok ${name}` : `FAILED ${name}\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  if (problems.length > 0) failed += 1;
}
process.exit(failed > 0 ? 1 : 0);
