import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/paths.ts';
import type { OutsideProject } from './outside-project.ts';
import { filesOfGuide, installOutside, outsideFolder, writeFiles } from './outside-project.ts';

/** The author's guide, done as it says: outside the repository, from the packed SDK. */
describe('sdk/GUIDE.md', () => {
  let project: OutsideProject;
  beforeAll(async () => {
    const folder = outsideFolder('guide');
    writeFiles(folder, filesOfGuide(readFileSync(path.join(root, 'sdk/GUIDE.md'), 'utf8')));
    project = await installOutside(folder);
  }, 60_000);
  afterAll(() => project?.dispose());

  it('type-checks', () => {
    expect(project.run('tsc', ['--noEmit'])).toEqual({ status: 0, output: '' });
  }, 30_000);

  it('has declarations that hold by themselves', () => {
    const { status, output } = project.run('tsc', ['--noEmit', '--skipLibCheck', 'false']);
    const ours = output.split('\n').filter((line) => line.startsWith('node_modules/@orrery/'));
    expect({ status: ours.length === 0 ? 0 : status, ours }).toEqual({ status: 0, ours: [] });
  }, 30_000);

  it('passes its test', () => {
    const { status, output } = project.run('vitest', ['run']);
    expect(output).toMatch(/Tests\s+\d{2} passed/);
    expect(status).toBe(0);
  }, 60_000);

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
  }, 30_000);
});
