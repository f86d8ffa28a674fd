// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IndexedPlugin, PluginError } from '@orrery/sdk';
import { createApiClient } from '../api-client/create-api-client.ts';
import { createI18n } from '../i18n/create-i18n.ts';
import { createDynamicPlugins } from './dynamic-plugins.ts';
import { createPluginImporter } from './import-plugin.ts';
import { createIndexLookup } from './index-lookup.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const manifest = (id: string) => ({ manifestVersion: 1 as const, id, version: '1.0.0', publisher: 'p', displayName: id, description: id, engines: { sdk: '^0.1.0' }, entry: { web: 'plugin.js' } });
const plugin = (id: string, patch: Partial<IndexedPlugin> = {}): IndexedPlugin => ({ manifest: manifest(id), source: 'builtin', tier: 'builtin', baseUrl: `http://localhost:3000/p/${id}/`, integrity: {}, ...patch });
const never = new AbortController().signal;
const apiOf = (answer: (url: string) => Response | Promise<Response>) =>
  createApiClient({ basePath: '', describe: String, onUnauthorised() {}, fetch: (async (url: string) => answer(url)) as typeof fetch, wait: async () => {} });

beforeEach(() => {
  document.head.innerHTML = '';
});
afterEach(() => vi.restoreAllMocks());

describe('importer', () => {
  const integrity = { declare: vi.fn(), check: vi.fn(async () => {}) };
  const importer = (importUrl: (url: string) => Promise<Record<string, unknown>>, language = 'de') => {
    const i18n = createI18n(language, undefined);
    return { i18n, load: createPluginImporter({ document, i18n, integrity, importUrl, fetch: (async () => json({ hello: 'Hallo' })) as typeof fetch }) };
  };
  const fine = { default: { activate() {} }, messages: { hello: 'Hello', bye: 'Bye' } };

  it('brings English from the module and the language from its file, and takes both back', async () => {
    const { i18n, load } = importer(async () => fine);
    const { leases } = await load(plugin('a', { manifest: { ...manifest('a'), locales: ['en', 'de'] } }), never);
    const { t } = i18n.forPlugin('a');
    expect([t('hello'), t('bye')]).toEqual(['Hallo', 'Bye']);
    for (const lease of leases) lease.dispose();
    expect(t('hello')).toBe('hello');
  });

  it('adds style sheets with their hash and removes them with the plugin', async () => {
    const { load } = importer(async () => fine);
    const loading = load(plugin('a', { manifest: { ...manifest('a'), entry: { web: 'plugin.js', styles: ['plugin.css'] } }, integrity: { 'plugin.css': 'sha384-x' } }), never);
    const link = document.head.querySelector('link');
    expect([link?.rel, link?.href, link?.integrity]).toEqual(['stylesheet', 'http://localhost:3000/p/a/plugin.css', 'sha384-x']);
    link?.dispatchEvent(new Event('load'));
    for (const lease of (await loading).leases) lease.dispose();
    expect(document.head.querySelector('link')).toBeNull();
  });

  it.each([
    ['LOAD_NETWORK', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: http://x'))],
    ['LOAD_EVALUATION', () => Promise.reject(new SyntaxError('Unexpected token'))],
    ['LOAD_EXPORT_SHAPE', () => Promise.resolve({ default: () => {} })],
  ])('[C5] says %s', async (code, importUrl) => {
    await expect(importer(importUrl as () => Promise<Record<string, unknown>>).load(plugin('a'), never)).rejects.toMatchObject({ code, pluginId: 'a' });
  });

  it('tries again under a new address, for browsers remember failed modules', async () => {
    const urls: string[] = [];
    const { load } = importer(async (url) => {
      urls.push(url);
      if (urls.length === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return fine;
    });
    await load(plugin('a'), never).catch(() => {});
    await load(plugin('a'), never);
    expect(urls).toEqual(['http://localhost:3000/p/a/plugin.js', 'http://localhost:3000/p/a/plugin.js?retry=1']);
  });

  it('never runs code whose integrity check failed', async () => {
    const importUrl = vi.fn(async () => fine);
    integrity.check.mockRejectedValueOnce(new Error('tampered'));
    await expect(importer(importUrl).load(plugin('a'), never)).rejects.toThrow('tampered');
    expect(importUrl).not.toHaveBeenCalled();
  });
});

describe('index look-up', () => {
  it('asks for the keys of one turn at once and for each answer only once', async () => {
    const urls: string[] = [];
    const loadDynamic = vi.fn(async () => {});
    const viz = plugin('viz', { manifest: { ...manifest('viz'), contributes: { 'a.types': [{ type: 'pie' }, { type: 'bar' }] } } });
    const lookup = createIndexLookup({ api: apiOf((url) => (urls.push(url), json({ result: [viz] }))), prepare: (each) => each, loadDynamic });
    const found = await Promise.all([lookup.byKey('a.types', 'pie'), lookup.byKey('a.types', 'bar'), lookup.byKey('a.types', 'pie')]);
    expect(found.map((each) => each[0]?.manifest.id)).toEqual(['viz', 'viz', 'viz']);
    await lookup.byKey('a.types', 'pie');
    expect(urls).toEqual(['/api/v1/plugin/index?point=a.types&keys=pie%2Cbar']);
    expect(loadDynamic).not.toHaveBeenCalled();
    await lookup.byKey('a.types', 'unheard');
    expect(loadDynamic).toHaveBeenCalledTimes(1);
  });

  it('asks anew when told that something changed, and trusts nothing it kept', async () => {
    const urls: string[] = [];
    const lookup = createIndexLookup({ api: apiOf((url) => (urls.push(url), json({ result: [plugin('a')] }))), prepare: (each) => each, loadDynamic: async () => {} });
    await lookup.byId('a');
    expect((await lookup.fresh(['a', 'b'])).map((each) => each.manifest.id)).toEqual(['a']);
    await lookup.byId('a');
    expect(urls).toEqual(['/api/v1/plugin/index?ids=a', '/api/v1/plugin/index?ids=a%2Cb', '/api/v1/plugin/index?ids=a']);
    expect(await lookup.fresh([])).toEqual([]);
  });

  it('forgets a failed answer', async () => {
    let isDown = true;
    const lookup = createIndexLookup({ api: apiOf(() => (isDown ? json({ message: 'no' }, 500) : json({ result: [plugin('a')] }))), prepare: (each) => each, loadDynamic: async () => {} });
    await expect(lookup.byPoint('a.types')).rejects.toMatchObject({ status: 500 });
    isDown = false;
    expect(await lookup.byPoint('a.types')).toHaveLength(1);
  });
});

describe('dynamic plugins', () => {
  function setUp(list: () => Response | Promise<Response>, files: Record<string, unknown> = {}, patch: object = {}) {
    const registered: IndexedPlugin[] = [];
    const rejected: [string, PluginError][] = [];
    const loader = createDynamicPlugins({
      api: apiOf(list),
      origins: ['https://cdn.acme.test'],
      isKnown: (id) => id === 'known',
      adopt: async () => {},
      register: (each) => registered.push(each),
      reject: (each, reason) => rejected.push([each.manifest.id, reason]),
      prepare: (each) => each,
      validate: async (each) => (each.manifest.publisher ? [] : ['publisher is missing']),
      fetch: (async (url: string) => {
        const file = files[new URL(url).pathname];
        return file === undefined ? new Response('', { status: 404 }) : json(file);
      }) as typeof fetch,
      ...patch,
    });
    return { loader, registered, rejected, codes: () => rejected.map(([id, reason]) => [id, reason.code]) };
  }

  it.each([['a bare list', (list: unknown) => list], ['Superset’s shape', (list: unknown) => ({ result: list })]])('[PLUG-09] reads %s and registers what is new', async (_name, shape) => {
    const list = [{ key: 'acme', bundle_url: '/plugins/acme/index.js' }, { key: 'known', bundle_url: '/x.js' }];
    const { loader, registered, rejected } = setUp(() => json(shape(list)), { '/plugins/acme/plugin.json': manifest('acme'), '/plugins/acme/plugin.files.json': { 'index.js': 'sha384-a', 'a.svg': 'sha384-b' } });
    await loader.load();
    expect(rejected).toEqual([]);
    expect(registered).toMatchObject([{ manifest: { id: 'acme', entry: { web: 'index.js' } }, source: 'dynamic', baseUrl: 'http://localhost:3000/plugins/acme/', integrity: { 'index.js': 'sha384-a' } }]);
    expect(loader.state.phase).toBe('ready');
  });

  it('leaves to the server’s index what that has ingested', async () => {
    const known = new Set<string>();
    const list = [{ key: 'ingested', bundle_url: '/plugins/ingested/plugin.js' }, { key: 'acme', bundle_url: '/plugins/acme/index.js' }];
    const adopt = vi.fn(async () => void known.add('ingested'));
    const { loader, registered, rejected } = setUp(() => json(list), { '/plugins/acme/plugin.json': manifest('acme') }, { adopt, isKnown: (id: string) => known.has(id) });
    await loader.load();
    expect(adopt).toHaveBeenCalledExactlyOnceWith(['ingested', 'acme'], expect.any(AbortSignal));
    expect([registered.map((each) => each.manifest.id), rejected]).toEqual([['acme'], []]);
  });

  it('puts the texts of a manifest in place', async () => {
    const raw = { ...manifest('acme'), displayName: '%name%', description: '%missing%', locales: ['en'] };
    const { loader, registered } = setUp(() => json([{ key: 'acme', bundle_url: '/plugins/acme/index.js' }]), { '/plugins/acme/plugin.json': raw, '/plugins/acme/locales/en.json': { name: 'Acme "charts"' } });
    await loader.load();
    expect(registered[0]?.manifest).toMatchObject({ displayName: 'Acme "charts"', description: 'missing' });
  });

  it('[C5] names every failure by plugin and code, and goes on with the rest', async () => {
    const list = [
      { key: 'no-manifest', bundle_url: '/plugins/no-manifest/index.js' },
      { key: 'wrong-id', bundle_url: '/plugins/wrong-id/index.js' },
      { key: 'invalid', bundle_url: '/plugins/invalid/index.js' },
      { key: 'foreign', bundle_url: 'https://evil.test/index.js' },
      { key: 'no-url' },
      { key: 'good', bundle_url: '/plugins/good/index.js' },
      null,
    ];
    const { loader, registered, codes } = setUp(() => json(list), {
      '/plugins/wrong-id/plugin.json': manifest('other'),
      '/plugins/invalid/plugin.json': { ...manifest('invalid'), publisher: '' },
      '/plugins/good/plugin.json': manifest('good'),
    });
    await loader.load();
    expect(registered.map((each) => each.manifest.id)).toEqual(['good']);
    expect(codes().sort()).toEqual([
      ['foreign', 'ORIGIN_NOT_ALLOWED'],
      ['invalid', 'MANIFEST_INVALID'],
      ['no-manifest', 'MANIFEST_UNAVAILABLE'],
      ['no-url', 'MANIFEST_UNAVAILABLE'],
      ['wrong-id', 'MANIFEST_ID_MISMATCH'],
    ]);
  });

  it('[C5] is off on 404, failed on 500 and junk, and never rejects; a new attempt may succeed', async () => {
    expect(await phase(() => json({}, 404))).toBe('off');
    expect(await phase(() => new Response('<html>', { headers: { 'content-type': 'application/json' } }))).toBe('failed');
    let isDown = true;
    const { loader } = setUp(() => (isDown ? json({}, 500) : json([])));
    await loader.load();
    expect([loader.state.phase, loader.state.reason?.code]).toEqual(['failed', 'LIST_UNAVAILABLE']);
    isDown = false;
    await loader.load();
    expect(loader.state.phase).toBe('failed');
    await loader.load(true);
    expect(loader.state.phase).toBe('ready');
  });

  async function phase(list: () => Response): Promise<string> {
    const { loader } = setUp(list);
    await loader.load();
    return loader.state.phase;
  }
});
