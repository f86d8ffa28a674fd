import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createPlugin } from '../../scripts/create-plugin/create-plugin.ts';
import { registryFile, root } from '../../scripts/paths.ts';
import { readRegistry } from '../../scripts/registry/registry-file.ts';
import { installOutside, outsideFolder, PATIENT } from './outside-project.ts';

const scratch: string[] = [];
afterAll(() => scratch.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe('npm run create-plugin', () => {
  it.each([
    { kind: 'viz', name: 'dot-strip', id: 'viz-dot-strip' },
    { kind: 'page', name: 'night-sky', id: 'night-sky' },
  ] as const)('scaffolds a $kind outside the repository that types, passes its test and builds', async ({ kind, name, id }) => {
    const folder = outsideFolder('scaffold');
    scratch.push(folder);
    const created = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/create-plugin/main.ts', kind, name, '--dir', folder], { cwd: root, encoding: 'utf8' });
    expect(created).toMatchObject({ status: 0, stdout: expect.stringContaining(`${id} is in ${folder}`) as string });
    const project = await installOutside(folder);
    expect(project.run('tsc', ['--noEmit'])).toEqual({ status: 0, output: '' });
    const test = project.run('vitest', PATIENT);
    expect(test.output).toMatch(/Tests\s+\d+ passed/);
    expect(test.status).toBe(0);
    expect(project.run('orrery-plugin', ['build'])).toMatchObject({ status: 0 });
    const files = JSON.parse(readFileSync(path.join(folder, 'dist/plugin.files.json'), 'utf8')) as Record<string, string>;
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['plugin.js', 'plugin.css', 'plugin.json', 'locales/de.json']));
  }, 180_000);

  it('adds a plugin of the repository to the registry, with a passing test', async () => {
    const registry = path.join(mkdtempSync(path.join(os.tmpdir(), 'orrery-registry-')), 'plugin-registry.json');
    scratch.push(path.dirname(registry));
    copyFileSync(registryFile, registry);
    const name = `scaffold-check-${process.pid}`;
    scratch.push(path.join(root, 'plugins/viz', name));
    const before = (await readRegistry(registry)).plugins;

    const { inside } = await createPlugin({ kind: 'viz', name, registry });
    expect((await readRegistry(registry)).plugins).toEqual([...before, { id: `viz-${name}`, source: `workspace:plugins/viz/${name}` }]);
    expect(existsSync(path.join(root, 'plugins/viz', name, 'package.json'))).toBe(false);
    const test = spawnSync(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), ...PATIENT, inside ?? ''], { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
    expect(test.stdout).toMatch(/Tests\s+\d+ passed/);
    expect(test.status).toBe(0);

    await expect(createPlugin({ kind: 'viz', name, registry })).rejects.toThrow('holds a plugin already');
    await expect(createPlugin({ kind: 'viz', name: 'pie', dir: `plugins/viz/${name}/other`, registry })).rejects.toThrow('has a plugin "viz-pie" already');
  }, 180_000);
});
