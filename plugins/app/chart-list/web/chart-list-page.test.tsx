// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { FakeScope } from '../../../../sdk/src/ui/fixtures/fake-scope.tsx';
import { createFakeScope } from '../../../../sdk/src/ui/fixtures/fake-scope.tsx';
import de from '../locales/de.json';
import en from '../locales/en.json';
import { ChartListPage } from './chart-list-page.tsx';

afterEach(cleanup);

const ROW = {
  id: 12,
  slice_name: 'Delays by carrier',
  url: '/explore/?slice_id=12',
  description: null,
  viz_type: 'pie',
  datasource_name_text: 'main.flights',
  datasource_url: '/explore/?datasource_type=table&datasource_id=7',
  certified_by: null,
  certification_details: null,
  dashboards: [
    { id: 3, dashboard_title: 'Flights' },
    { id: 4, dashboard_title: 'Weather' },
  ],
  owners: [],
  changed_by: null,
  changed_on_utc: '2024-05-01T00:00:00Z',
};

function draw(): FakeScope {
  const scope = createFakeScope({
    pluginId: 'chart-list',
    messages: en,
    routes: { 'dashboard.view': '/superset/dashboard/:idOrSlug/', 'explore.add': '/chart/add' },
    contributions: { 'explore.viz-types': [{ value: { id: 'pie', type: 'pie', title: 'Pie chart', category: 'part-of-whole' } }] },
    answer: ({ path }) => {
      if (path.endsWith('_info')) return { permissions: ['can_read', 'can_write'] };
      if (path.endsWith('favorite_status/')) return { result: [] };
      if (path === '/api/v1/dataset/') return { count: 1, result: [{ id: 7, table_name: 'flights' }] };
      return { count: 1, result: [ROW] };
    },
  });
  scope.draw(<ChartListPage />);
  return scope;
}

it('[LIST-10] names the type by its plugin and links dataset and dashboards', async () => {
  draw();
  const row = await screen.findByRole('row', { name: /Delays by carrier/ });
  expect(await within(row).findByText('Pie chart')).toBeTruthy();
  expect(within(row).getByRole('link', { name: 'main.flights' }).getAttribute('href')).toBe('/root/explore/?datasource_type=table&datasource_id=7');
  await userEvent.setup().click(within(row).getByRole('button', { name: '2 dashboards' }));
  expect(screen.getByRole('link', { name: 'Weather' }).getAttribute('href')).toBe('/root/superset/dashboard/4/');
});

it('[LIST-10] filters by type and dataset with the contract’s columns', async () => {
  const scope = draw();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Pie chart' }));
  await user.click(screen.getByRole('combobox', { name: 'Dataset' }));
  await user.click(await screen.findByRole('option', { name: 'flights' }));
  const q = scope.calls.filter((call) => call.path === '/api/v1/chart/').at(-1)?.options.q;
  expect(q).toMatchObject({
    filters: [
      { col: 'viz_type', opr: 'eq', value: 'pie' },
      { col: 'datasource_id', opr: 'eq', value: 7 },
    ],
  });
});

it('opens the chart creation, and speaks both languages completely', async () => {
  const scope = draw();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Chart' }));
  expect(scope.navigations).toEqual(['/chart/add']);
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});
