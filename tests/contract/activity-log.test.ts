import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ more: ['app/activity-log'] });
}, 60_000);
afterAll(() => app?.close());

describe('activity log', () => {
  it('[GEN-10] keeps the events of a page and answers what was looked at lately, once each', async () => {
    const board = await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Watched' } });
    const { id } = board.json as { id: number };
    const events = JSON.stringify([{ event_name: 'mount_dashboard', ts: 1 }, { event_name: 'mount_dashboard', ts: 2 }, { event_name: 'load_chart' }, { nonsense: true }]);
    const sent = await app.admin.request('POST', `/superset/log/?explode=events&dashboard_id=${id}`, { form: { events }, csrf: false });
    expect(sent.status).toBe(200);
    const { json } = await app.admin.get('/api/v1/log/recent_activity/?q=(page:0,page_size:6)');
    expect((json as { result: unknown[] }).result).toMatchObject([{ action: 'dashboard', item_type: 'dashboard', item_title: 'Watched', item_url: `/superset/dashboard/${id}/` }]);
  });

  it('says what is wrong with events that are no list, and takes nothing from strangers', async () => {
    const wrong = await app.admin.request('POST', '/superset/log/', { form: { events: '{"a":1}' }, csrf: false });
    expect([wrong.status, wrong.json]).toEqual([400, { message: { events: ['A JSON array of events is expected.'] } }]);
    const stranger = app.client();
    expect((await stranger.request('POST', '/superset/log/', { form: { events: '[]' }, csrf: false })).status).toBe(200);
    expect((await stranger.get('/api/v1/log/recent_activity/')).status).toBe(401);
  });
});
