import { afterAll, beforeAll, expect, it } from 'vitest';
import { listQuery } from '@orrery/sdk/list';
import { listRefusals, withQuery } from '../../../../sdk/src/list/fixtures/list-refusals.ts';
import { startApp } from '../../../../tests/contract/start-app.ts';
import type { TestApp } from '../../../../tests/contract/start-app.ts';
import { dashboardList } from './dashboard-list.tsx';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.close());

const t = (key: string): string => key;
const nothing = (): void => {};

it('[LIST-11] the real server takes every sort, filter and option query', async () => {
  expect(await listRefusals((path) => app.admin.get(path), dashboardList(t, { edit: nothing, create: nothing }))).toEqual([]);
});

it('[LIST-11] the server answers every column the dashboard list draws, and takes what its dialogs send', async () => {
  const created = await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Flights' } });
  expect(created.status).toBe(201);
  const { id } = created.json as { id: number };
  const declaration = dashboardList(t, { edit: nothing, create: nothing });
  const saved = await app.admin.request('PUT', `/api/v1/dashboard/${id}`, { json: { dashboard_title: 'Flights', slug: null, published: true, certified_by: null, certification_details: null } });
  expect(saved.status).toBe(200);
  const q = listQuery(declaration, { filters: {}, pageIndex: 0, sortColumn: declaration.defaultSort.column, sortOrder: 'desc', viewMode: 'table' });
  const { json } = await app.admin.get(withQuery('dashboard/', q));
  const [row] = (json as { result: Record<string, unknown>[] }).result;
  expect(row).toMatchObject({ id, dashboard_title: 'Flights', slug: null, published: true, url: expect.any(String), changed_on_utc: expect.any(String), owners: [expect.objectContaining({ first_name: expect.any(String) })] });
});
