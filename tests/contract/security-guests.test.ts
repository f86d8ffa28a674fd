import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let shown: number;
let other: number;
let uuid: string;
let dataset: number;

const created = async (address: string, json: unknown): Promise<number> => ((await app.admin.request('POST', address, { json })).json as { id: number }).id;
async function tokenFor(user: object, resources: readonly object[], rls: readonly object[] = []): Promise<string> {
  const answer = await app.admin.request('POST', '/api/v1/security/guest_token/', { json: { user, resources, rls } });
  if (answer.status !== 200) throw new Error(`guest_token answered ${answer.status}: ${answer.text}`);
  return (answer.json as { token: string }).token;
}
/** A visitor with a token: the header is all that tells who they are. */
const visitor = (token: string) => {
  const client = app.client();
  return {
    get: (address: string) => client.get(address, { 'x-guesttoken': token }),
    send: (method: string, address: string, json?: unknown) => client.request(method, address, { headers: { 'x-guesttoken': token }, csrf: false, ...(json === undefined ? {} : { json }) }),
  };
};
const ann = { username: 'ann', first_name: 'Ann', last_name: 'A' };
const bob = { username: 'bob', first_name: 'Bob', last_name: 'B' };
const own = () => [{ type: 'dashboard', id: uuid }];

beforeAll(async () => {
  app = await startApp({ more: ['data/query', 'app/security'], config: { featureFlags: { EMBEDDED_SUPERSET: true }, conf: { GUEST_ROLE_NAME: 'Gamma', GUEST_TOKENS_PER_MINUTE: 60 } } });
  const sales = await addSalesDatabase(app);
  dataset = await addDataset(app, sales, 'sales');
  const chart = await addChart(app, dataset, 'Sales');
  shown = await created('/api/v1/dashboard/', { dashboard_title: 'Shown', published: true });
  other = await created('/api/v1/dashboard/', { dashboard_title: 'Other', published: true });
  await app.admin.request('PUT', `/api/v1/chart/${chart}`, { json: { dashboards: [shown] } });
  uuid = ((await app.admin.request('POST', `/api/v1/dashboard/${shown}/embedded`, { json: { allowed_domains: [] } })).json as { result: { uuid: string } }).result.uuid;
}, 60_000);
afterAll(() => app?.close());

describe('[SEC-09] guests', () => {
  it('[contract §1.4] open what their token names, by uuid or id, without learning who works here; nothing else counts', async () => {
    for (const resources of [own(), [{ type: 'dashboard', id: shown }]]) {
      const guest = visitor(await tokenFor(ann, resources));
      const answer = await guest.get(`/api/v1/dashboard/${shown}`);
      expect(answer).toMatchObject({ status: 200, json: { result: { id: shown, dashboard_title: 'Shown' } } });
      for (const key of ['owners', 'changed_by', 'changed_by_name']) expect((answer.json as { result: object }).result).not.toHaveProperty(key);
      expect((await guest.get(`/api/v1/dashboard/${other}`)).status).toBe(403);
      expect((await guest.get('/api/v1/dashboard/')).json).toMatchObject({ count: 1, ids: [shown] });
      for (const address of ['/api/v1/security/users/', '/api/v1/security/roles/', '/api/v1/rowlevelsecurity/']) expect([address, (await guest.get(address)).status]).toEqual([address, 403]);
      expect((await guest.get('/api/v1/me/')).status).toBe(401);
    }
  });

  it('[contract §8.5] [promises D.22] own the filter states they made: kept over a renewed token, closed to all others', async () => {
    const base = `/api/v1/dashboard/${shown}/filter_state`;
    const first = visitor(await tokenFor(ann, own()));
    const made = await first.send('POST', `${base}?tab_id=1`, { value: '{"a":1}' });
    expect(made.status).toBe(201);
    const { key } = made.json as { key: string };
    const renewed = visitor(await tokenFor(ann, own()));
    expect((await renewed.get(`${base}/${key}`)).json).toEqual({ value: '{"a":1}' });
    expect((await renewed.send('PUT', `${base}/${key}?tab_id=1`, { value: '{"a":2}' })).json).toEqual({ key });

    const strangers = [visitor(await tokenFor(bob, own())), visitor(await tokenFor({}, own())), visitor(await tokenFor(ann, own(), [{ clause: "region = 'north'" }]))];
    for (const stranger of strangers) {
      expect((await stranger.get(`${base}/${key}`)).status).toBe(403);
      expect((await stranger.send('PUT', `${base}/${key}`, { value: '{}' })).status).toBe(403);
      expect((await stranger.send('DELETE', `${base}/${key}`)).status).toBe(403);
    }
    const colleague = (await app.signedIn('col', 'Alpha')).client;
    for (const client of [colleague, app.admin]) expect((await client.get(`${base}/${key}`)).status).toBe(403);
    expect((await colleague.request('PUT', `${base}/${key}`, { json: { value: '{}' } })).status).toBe(403);

    const theirs = ((await app.admin.request('POST', `${base}?tab_id=1`, { json: { value: '{"secret":1}' } })).json as { key: string }).key;
    expect((await renewed.get(`${base}/${theirs}`)).status).toBe(403);
    expect((await renewed.send('DELETE', `${base}/${theirs}`)).status).toBe(403);
    expect((await renewed.send('POST', `/api/v1/dashboard/${other}/filter_state`, { value: '{}' })).status).toBe(403);
    expect((await renewed.send('DELETE', `${base}/${key}`)).status).toBe(200);
    expect((await renewed.get(`${base}/${key}`)).status).toBe(404);
  });

  it('[promises D.12] read through their dashboard only, with their token’s rows', async () => {
    const query = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['region'], metrics: ['count'] }], result_format: 'json', result_type: 'full' };
    const guest = visitor(await tokenFor(bob, own(), [{ dataset, clause: "region = 'north'" }]));
    expect((await guest.send('POST', '/api/v1/chart/data', query)).status).toBe(403);
    const elsewhere = visitor(await tokenFor(bob, [{ type: 'dashboard', id: other }]));
    expect((await elsewhere.send('POST', '/api/v1/chart/data', { ...query, form_data: { dashboardId: shown, slice_id: 1 } })).status).toBe(403);
  });

  it('[promises D.51] a caller who asks for tokens without end is told to wait', async () => {
    const eager: TestClient = (await app.signedIn('eager', 'Admin')).client;
    const ask = () => eager.request('POST', '/api/v1/security/guest_token/', { json: { user: ann, resources: [], rls: [] } });
    let last = await ask();
    for (let call = 0; call < 1000 && last.status === 200; call++) last = await ask();
    expect(last.status).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(await tokenFor(bob, own())).toMatch(/^ey/);
  }, 120_000);
});
