// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@orrery/sdk/web';
import { afterEach, expect, it } from 'vitest';
import type { FakeCall, FakeScope } from '../../../../sdk/src/ui/fixtures/fake-scope.tsx';
import { createFakeScope } from '../../../../sdk/src/ui/fixtures/fake-scope.tsx';
import de from '../locales/de.json';
import en from '../locales/en.json';
import { DashboardListPage } from './dashboard-list-page.tsx';
import { searchDashboards } from './search-dashboards.ts';

afterEach(cleanup);

const ROW = {
  id: 3,
  dashboard_title: 'Flights',
  slug: 'flights',
  url: '/superset/dashboard/flights/',
  published: true,
  certified_by: 'Data team',
  certification_details: null,
  owners: [{ id: 1, first_name: 'Ann', last_name: 'Lee' }],
  changed_by: { first_name: 'Ann', last_name: 'Lee' },
  changed_on_utc: '2024-05-01T00:00:00',
};

function draw(answer: (call: FakeCall) => unknown = () => undefined): FakeScope {
  const scope = createFakeScope({
    pluginId: 'dashboard-list',
    messages: en,
    answer: (call) => {
      if (call.path.endsWith('_info')) return { permissions: ['can_read', 'can_write'] };
      if (call.path.endsWith('favorite_status/')) return { result: [] };
      return answer(call) ?? { count: 1, result: [ROW] };
    },
  });
  scope.draw(<DashboardListPage />);
  return scope;
}

it('[LIST-11] lists name, status, owners and last modification', async () => {
  draw();
  const row = await screen.findByRole('row', { name: /Flights/ });
  expect(within(row).getByRole('link', { name: 'Flights' }).getAttribute('href')).toBe('/root/superset/dashboard/flights/');
  expect(row.textContent).toMatch(/Certified by Data team.*Published.*Ann Lee.*years? ago/);
  expect(within(row).getByRole('time').getAttribute('datetime')).toBe('2024-05-01T00:00:00.000Z');
});

it('[LIST-05] edits properties and shows a refused slug at its field', async () => {
  let isRefused = true;
  const scope = draw(({ method, path }) => {
    if (method === 'PUT' && isRefused) throw new ApiError({ message: 'x', status: 422, url: path, fields: { slug: ['Must be unique'] } });
    return undefined;
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Edit properties: Flights' }));
  const slug = screen.getByRole('textbox', { name: 'URL slug' });
  await user.clear(slug);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Must be unique')).toBeTruthy();
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(scope.toasts).toEqual([{ kind: 'success', message: 'Saved: Flights' }]));
  expect(scope.calls.find((call) => call.method === 'PUT')).toMatchObject({
    path: '/api/v1/dashboard/3',
    options: { body: { dashboard_title: 'Flights', slug: null, published: true, certified_by: 'Data team', certification_details: null } },
  });
});

it('creates a dashboard and opens it', async () => {
  const scope = draw(({ method }) => (method === 'POST' ? { id: 9 } : undefined));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Dashboard' }));
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Weather');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(scope.navigations).toEqual(['/superset/dashboard/9/']));
});

it('finds dashboards for the palette, and speaks both languages completely', async () => {
  const scope = createFakeScope({ answer: () => ({ result: [ROW] }) });
  expect(await searchDashboards(scope.ctx.api, 'fl', new AbortController().signal)).toEqual([{ title: 'Flights', icon: 'dashboard', path: '/superset/dashboard/flights/' }]);
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});
