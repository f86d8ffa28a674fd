import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BootstrapData } from '@orrery/sdk/server';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const deep = (open: string, close: string, times: number, inside = ''): string => open.repeat(times) + inside + close.repeat(times);
/** [promises D.4] What somebody may put where JSON is kept as text. */
const PAYLOADS: Readonly<Record<string, string>> = {
  prototype: '{"__proto__":{"isAdmin":true,"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  code: '{"a":"function(){process.exit(1)}","b":"(()=>{throw 1})()","toString":"x","then":"y"}',
  yaml: '!!js/function "function(){ process.exit(1) }"',
  pickle: 'gASVIAAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOUjAV0b3VjaJSFlFKULg==',
  'deep lists': deep('[', ']', 50_000),
  'deep objects': deep('{"a":', '}', 50_000, '1'),
  'long text': JSON.stringify({ a: 'x'.repeat(900_000) }),
  'long number': `{"a":${'9'.repeat(10_000)}}`,
  unfinished: '{"a":',
  'not an object': '[1,2,3]',
  markup: '{"a":"</script><img src=x onerror=alert(1)>"}',
};

/** Every field of these resources that holds such a text, and what else a create needs. */
const FIELDS: readonly { readonly path: string; readonly field: string; readonly more: Readonly<Record<string, unknown>> }[] = [
  { path: '/api/v1/theme/', field: 'json_data', more: { theme_name: 'T' } },
  { path: '/api/v1/saved_query/', field: 'extra_json', more: { label: 'Q', sql: 'select 1' } },
  { path: '/api/v1/saved_query/', field: 'template_parameters', more: { label: 'Q', sql: 'select 1' } },
  { path: '/api/v1/saved_query/', field: 'sql', more: { label: 'Q' } },
  { path: '/api/v1/css_template/', field: 'css', more: { template_name: 'C' } },
];

let app: TestApp;
beforeAll(async () => {
  const conf = { ENABLE_UI_THEME_ADMINISTRATION: true };
  app = await startApp({ more: ['data/query', 'app/saved-queries', 'app/themes', 'app/css-templates', 'app/annotations', 'app/activity-log', 'app/tags'], config: { conf, featureFlags: { TAGGING_SYSTEM: true } } });
}, 60_000);
afterAll(() => app?.close());

async function survives(): Promise<void> {
  expect((await app.admin.get('/health')).status).toBe(200);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect((await app.client().get('/api/v1/security/users/')).status).toBeGreaterThanOrEqual(400);
}

describe('[promises D.4] texts that hold JSON', () => {
  it.each(FIELDS.map((one) => [`${one.path} ${one.field}`, one] as const))('%s: kept as they are or refused, never run', async (_name, { path, field, more }) => {
    for (const [kind, text] of Object.entries(PAYLOADS)) {
      const answer = await app.admin.request('POST', path, { json: { ...more, [field]: text } });
      expect([kind, answer.status < 500, answer.text.slice(0, 120)]).toEqual([kind, true, expect.any(String)]);
      if (answer.status === 201) {
        const { id } = answer.json as { id: number };
        const shown = await app.admin.get(`${path}${id}`);
        expect([kind, shown.status]).toEqual([kind, 200]);
        expect((await app.admin.get(path)).status).toBe(200);
        expect((await app.admin.request('DELETE', `${path}${id}`)).status).toBe(200);
      }
    }
    await survives();
  }, 60_000);

  it('annotations and events', async () => {
    const { id: layer } = (await app.admin.request('POST', '/api/v1/annotation_layer/', { json: { name: 'L' } })).json as { id: number };
    for (const [kind, text] of Object.entries(PAYLOADS)) {
      const span = { start_dttm: '2024-05-01T10:00:00', end_dttm: '2024-05-02T10:00:00' };
      const annotation = await app.admin.request('POST', `/api/v1/annotation_layer/${layer}/annotation/`, { json: { short_descr: kind, ...span, json_metadata: text } });
      expect([kind, annotation.status < 500]).toEqual([kind, true]);
      const event = await app.admin.request('POST', '/superset/log/?explode=events', { form: { events: text }, csrf: false });
      expect([kind, event.status < 500]).toEqual([kind, true]);
      const nested = await app.admin.request('POST', '/superset/log/?explode=events', { form: { events: `[{"event_name":"x","a":${text}}]` }, csrf: false });
      expect([kind, nested.status < 500]).toEqual([kind, true]);
    }
    expect((await app.admin.get(`/api/v1/annotation_layer/${layer}/annotation/`)).status).toBe(200);
    expect((await app.admin.get('/api/v1/log/')).status).toBe(200);
    await survives();
  }, 60_000);

  it('whole bodies and queries of the kind', async () => {
    const token = ((await app.admin.get('/api/v1/security/csrf_token/')).json as { result: string }).result;
    for (const [kind, text] of Object.entries(PAYLOADS)) {
      for (const path of ['/api/v1/tag/', '/api/v1/css_template/', '/api/v1/security/login']) {
        const answer = await app.kernel.http.app.inject({ method: 'POST', url: path, headers: { 'content-type': 'application/json', accept: 'application/json', 'x-csrftoken': token, cookie: [...app.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }, payload: text });
        expect([kind, path, answer.statusCode < 500]).toEqual([kind, path, true]);
      }
      const query = await app.admin.get(`/api/v1/css_template/?q=${encodeURIComponent(text.slice(0, 100_000))}`);
      expect([kind, query.status < 500]).toEqual([kind, true]);
    }
    for (const q of [deep('!(', ')', 20_000), deep('(a:', ')', 20_000, '1'), `(filters:${deep('!(', ')', 5000)})`, `(filters:!((col:template_name,opr:ct,value:${deep('!(', ')', 5000)})))`]) {
      expect([q.slice(0, 20), (await app.admin.get(`/api/v1/css_template/?q=${encodeURIComponent(q)}`)).status]).toEqual([q.slice(0, 20), 400]);
    }
    await survives();
  }, 60_000);

  it('a theme of the kind that becomes the system’s does not keep pages from starting', async () => {
    for (const kind of ['prototype', 'deep objects', 'long text', 'markup']) {
      const answer = await app.admin.request('POST', '/api/v1/theme/', { json: { theme_name: kind, json_data: PAYLOADS[kind] } });
      if (answer.status !== 201) continue;
      const { id } = answer.json as { id: number };
      await app.admin.request('PUT', `/api/v1/theme/${id}/set_system_default`);
      const source = await app.kernel.runtime.points.load(BootstrapData, 'themes.page');
      const user = await app.kernel.permissions.anonymous(await app.kernel.permissions.version());
      expect([kind, JSON.stringify(await source(user)).length > 0]).toEqual([kind, true]);
      await app.admin.request('DELETE', '/api/v1/theme/unset_system_default');
    }
  }, 60_000);
});
