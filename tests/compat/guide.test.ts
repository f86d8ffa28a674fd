import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CORE_POINTS, validateManifest } from '@orrery/kernel/common';
import type { PluginManifest } from '@orrery/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakePlugin } from '../../kernel/server/testing/start-test-kernel.ts';
import { root } from '../../scripts/paths.ts';
import { readRegistry, workspaceFolder } from '../../scripts/registry/registry-file.ts';
import { startApp } from '../contract/start-app.ts';
import type { OutsideProject } from './outside-project.ts';
import { filesOfGuide, installOutside, outsideFolder, PATIENT, writeFiles } from './outside-project.ts';

const guide = readFileSync(path.join(root, 'sdk/GUIDE.md'), 'utf8');

/** Problems of our declarations alone, checked without mercy. */
function declarationProblems({ run }: OutsideProject): { readonly status: number | null; readonly ours: readonly string[] } {
  const { status, output } = run('tsc', ['--noEmit', '--skipLibCheck', 'false']);
  const ours = output.split('\n').filter((line) => line.startsWith('node_modules/@orrery/'));
  return { status: ours.length === 0 ? 0 : status, ours };
}

/** The author's guide, done as it says: outside the repository, from the packed SDK. */
describe('sdk/GUIDE.md', () => {
  let project: OutsideProject;
  beforeAll(async () => {
    const folder = outsideFolder('guide');
    writeFiles(folder, filesOfGuide(guide));
    project = await installOutside(folder);
  }, 180_000);
  afterAll(() => project?.dispose());

  it('type-checks', () => {
    expect(project.run('tsc', ['--noEmit'])).toEqual({ status: 0, output: '' });
  }, 180_000);

  it('has declarations that hold by themselves', () => {
    expect(declarationProblems(project)).toEqual({ status: 0, ours: [] });
  }, 180_000);

  it('passes its test', () => {
    const { status, output } = project.run('vitest', PATIENT);
    expect(output).toMatch(/Tests\s+\d{2} passed/);
    expect(status).toBe(0);
  }, 180_000);

  it('builds with orrery-plugin', () => {
    const { status, output } = project.run('orrery-plugin', ['build']);
    expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/^viz-tally 1\.0\.0: [\d.]+ kB gzip in dist/) as string });
    const read = (file: string): string => readFileSync(path.join(project.folder, 'dist', file), 'utf8');
    const files = JSON.parse(read('plugin.files.json')) as Record<string, string>;
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['plugin.js', 'plugin.json', 'locales/en.json', expect.stringMatching(/^chunk-/)]));
    expect(Object.values(files).every((hash) => /^sha384-[\w+/]{64}$/.test(hash))).toBe(true);
    expect(JSON.parse(read('plugin.json'))).toMatchObject({ id: 'viz-tally', entry: { web: 'plugin.js' } });
    // React and the SDK stay outside; the page's import map supplies them.
    const code = Object.keys(files).filter((file) => file.endsWith('.js')).map(read).join('\n');
    expect(code).toMatch(/from\s*"@orrery\/sdk\/viz"/);
    expect(code).toMatch(/from\s*"react(?:\/jsx-runtime)?"/);
    expect(code).not.toContain('__CLIENT_INTERNALS');
  }, 180_000);
});

/** Its second example has a server half; that runs in a real server, as it was written outside. */
describe('sdk/GUIDE.md, a page with data of its own', () => {
  let project: OutsideProject;
  beforeAll(async () => {
    const folder = outsideFolder('guide-notes');
    writeFiles(folder, filesOfGuide(guide, 'notes'));
    project = await installOutside(folder);
  }, 180_000);
  afterAll(() => project?.dispose());

  it('type-checks both halves, declarations included', () => {
    expect(project.run('tsc', ['--noEmit'])).toEqual({ status: 0, output: '' });
    expect(declarationProblems(project)).toEqual({ status: 0, ours: [] });
  }, 180_000);

  it('passes its test', () => {
    const { status, output } = project.run('vitest', PATIENT);
    expect(output).toMatch(/Tests\s+2 passed/);
    expect(status).toBe(0);
  }, 180_000);

  it('builds with orrery-plugin, the browser half alone', () => {
    expect(project.run('orrery-plugin', ['build'])).toMatchObject({ status: 0 });
    const files = JSON.parse(readFileSync(path.join(project.folder, 'dist/plugin.files.json'), 'utf8')) as Record<string, string>;
    expect(Object.keys(files)).toContain('locales/home.fr.json');
  }, 180_000);

  it('has a manifest the platform accepts, and names only points there are', async () => {
    const declared = await Promise.all((await readRegistry()).plugins.map(async (entry) => readManifest(path.join(root, workspaceFolder(entry) ?? ''))));
    const points = [...CORE_POINTS, ...declared.flatMap((manifest) => manifest.extensionPoints ?? [])];
    expect(validateManifest(readManifest(project.folder), points)).toEqual([]);
    // The table of points invents none, and leaves none of the shell out.
    const table = guide.slice(guide.indexOf('## All points'), guide.indexOf('Settings follow their schema'));
    const named = table.split('\n').flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, id = '']) => id));
    const ids = points.map(({ id }) => id);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
    const internal = ['core.error-panels', 'core.page-cookies'];
    expect(CORE_POINTS.map(({ id }) => id).filter((id) => !named.includes(id) && !internal.includes(id))).toEqual([]);
  });

  it('runs in a server', async () => {
    const manifest = readManifest(project.folder);
    // Points of plugins that are not in this small server do not matter here.
    const known = Object.fromEntries(Object.entries(manifest.contributes ?? {}).filter(([point]) => point.startsWith('core.')));
    const { default: definition } = (await import(pathToFileURL(path.join(project.folder, 'server/plugin.ts')).href)) as { default: unknown };
    const withMacros = { ...known, 'query.jinja-macros': manifest.contributes?.['query.jinja-macros'] ?? [] };
    const points = Object.fromEntries(Object.entries(manifest.points ?? {}).filter(([point]) => point in withMacros));
    const app = await startApp({ more: ['data/sql', 'data/query'], extra: [fakePlugin({ ...manifest, entry: { server: 'server/plugin.js' }, dependencies: {}, points, contributes: withMacros }, definition)] });
    try {
      const { client } = await app.signedIn('ann', 'Gamma');
      expect((await app.admin.request('POST', '/api/v1/team-notes/', { json: { text: 'Hello' } })).status).toBe(201);
      expect((await app.admin.request('POST', '/api/v1/team-notes/', { json: { text: '' } })).status).toBe(400);
      expect((await client.get('/api/v1/team-notes/')).json).toEqual({ result: [{ id: 1, text: 'Hello' }] });
      expect((await client.request('POST', '/api/v1/team-notes/', { json: { text: 'Mine' } })).status).toBe(403);
      expect((await app.client().get('/api/v1/team-notes/')).status).toBe(401);
    } finally {
      await app.close();
    }
  }, 180_000);
});

function readManifest(folder: string): PluginManifest {
  return JSON.parse(readFileSync(path.join(folder, 'plugin.json'), 'utf8')) as PluginManifest;
}
