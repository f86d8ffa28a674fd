import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BundlePolicy } from './bundle-policy.ts';
import { ingestBundle } from './ingest-bundle.ts';

const manifest = { manifestVersion: 1, id: 'acme', version: '1.2.3', engines: { sdk: '^0.1.0' }, entry: { web: 'plugin.js' } };
const sha = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
let files: Record<string, string>;
let dir: string;
let base: string;
const server = createServer((request, response) => {
  const body = files[(request.url ?? '').slice(1)];
  response.writeHead(body === undefined ? 404 : 200).end(body);
});

beforeEach(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'orrery-ingest-'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const code = 'export default {}';
  files = { 'plugin.js': code, 'plugin.json': JSON.stringify(manifest), 'plugin.files.json': JSON.stringify({ 'plugin.js': sha(code), 'plugin.json': sha(JSON.stringify(manifest)) }) };
});
afterEach(async () => {
  await new Promise((done) => server.close(done));
  rmSync(dir, { recursive: true, force: true });
});

const ingest = (patch: { key?: string; bundleUrl?: string; problems?: string[]; policy?: BundlePolicy } = {}) =>
  ingestBundle({ key: patch.key ?? 'acme', bundleUrl: patch.bundleUrl ?? `${base}/plugin.js`, pluginsDir: dir, policy: patch.policy, validate: () => patch.problems ?? [] });

describe('[C5] ingesting a bundle', () => {
  it('stores it under the address of its content', async () => {
    const bundle = await ingest();
    expect(bundle.folder).toMatch(/^acme\/1\.2\.3\/[0-9a-f]{12}$/);
    expect(readFileSync(path.join(dir, bundle.folder, 'plugin.js'), 'utf8')).toBe('export default {}');
    expect((await ingest()).folder).toBe(bundle.folder);
  });

  it.each<[string, () => void, Parameters<typeof ingest>[0]]>([
    ['MANIFEST_UNAVAILABLE', () => void delete files['plugin.json'], {}],
    ['MANIFEST_INVALID', () => void (files['plugin.json'] = 'no json'), {}],
    ['MANIFEST_INVALID', () => undefined, { problems: ['engines is missing'] }],
    ['MANIFEST_ID_MISMATCH', () => undefined, { key: 'other' }],
    ['SDK_INCOMPATIBLE', () => void (files['plugin.json'] = JSON.stringify({ ...manifest, engines: { sdk: '^9.0.0' } })), {}],
    ['INTEGRITY_MISMATCH', () => void (files['plugin.js'] = 'export default 666'), {}],
    ['LOAD_NETWORK', () => void delete files['plugin.js'], {}],
    ['ORIGIN_NOT_ALLOWED', () => undefined, { bundleUrl: 'file:///etc/passwd' }],
    ['ORIGIN_NOT_ALLOWED', () => undefined, { bundleUrl: 'http://169.254.169.254/plugin.js' }],
    ['ORIGIN_NOT_ALLOWED', () => undefined, { policy: { dynamic: 'deny' } }],
    ['ORIGIN_NOT_ALLOWED', () => undefined, { policy: { origins: ['https://cdn.acme.test'] } }],
  ])('refuses with %s and leaves nothing behind', async (code, damage, patch) => {
    damage();
    await expect(ingest(patch)).rejects.toMatchObject({ code });
    expect(readdirSync(dir)).toEqual([]);
  });

  it('refuses file names that leave the folder', async () => {
    files['plugin.files.json'] = JSON.stringify({ '../evil.js': 'sha384-x', 'plugin.js': 'sha384-x' });
    await expect(ingest()).rejects.toMatchObject({ code: 'MANIFEST_INVALID' });
    expect(readdirSync(dir)).toEqual([]);
  });

  it('[C4] names the rule of the policy that refuses, and takes what it allows', async () => {
    await expect(ingest({ policy: { dynamic: 'deny' } })).rejects.toThrow('policy.dynamic');
    await expect(ingest({ policy: { origins: [] } })).rejects.toThrow(/policy\.origins .* allows none/);
    // The scheme and the port are part of an origin.
    await expect(ingest({ policy: { origins: ['http://127.0.0.1', base.replace('http:', 'https:')] } })).rejects.toThrow('policy.origins');
    for (const policy of [{}, { dynamic: 'allow' as const }, { origins: ['*'] }, { origins: ['https://cdn.acme.test', base] }]) {
      expect((await ingest({ policy })).entryFile).toBe('plugin.js');
    }
  });
});
