// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { ApiError } from '@orrery/sdk/web';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FakeCall, FakeScope, FakeScopeOptions } from '../ui/fixtures/fake-scope.tsx';
import { createFakeScope } from '../ui/fixtures/fake-scope.tsx';
import { formatRelative, parseTime } from './cells/relative-time.tsx';
import type { ListDeclaration } from './declaration.ts';
import { ListPage } from './list-page.tsx';

afterEach(cleanup);

interface Row {
  readonly id: number;
  readonly title: string;
}

const DECLARATION: ListDeclaration<Row> = {
  resource: 'dashboard',
  title: 'Dashboards',
  name: (row) => row.title,
  columns: [
    { id: 'title', label: 'Name', cell: (row) => row.title, sortable: true, isName: true },
    { id: 'changed', label: 'Last modified', cell: () => 'now', sortable: 'changed_on' },
  ],
  filters: [
    { id: 'title', label: 'Name', kind: 'search', column: 'title', operator: 'title_or_slug' },
    { id: 'owner', label: 'Owner', kind: 'relation', column: 'owners', operator: 'rel_m_m' },
    { id: 'favorite', label: 'Favourite', kind: 'boolean', column: 'id', operator: 'dashboard_is_favorite' },
  ],
  selectColumns: ['id', 'title'],
  defaultSort: { column: 'changed_on', order: 'desc' },
  hasFavourites: true,
  card: (row) => ({ title: row.title, path: `/d/${row.id}/`, icon: 'dashboard' }),
  cardSorts: [{ id: 'alpha', label: 'Alphabetical', column: 'title', order: 'asc' }],
};

const rowsOf = (count: number, from = 1): Row[] => Array.from({ length: count }, (_, at) => ({ id: from + at, title: `Board ${from + at}` }));

/** A small server: lists, `_info`, stars and related owners. */
function serve(options: FakeScopeOptions & { readonly total?: number; readonly granted?: readonly string[]; readonly list?: (call: FakeCall) => unknown; readonly write?: (call: FakeCall) => unknown } = {}): FakeScope {
  const { total = 60, granted = ['can_read', 'can_write', 'can_export'], list, write } = options;
  return createFakeScope({
    ...options,
    answer: (call) => {
      const q = call.options.q as { page?: number } | undefined;
      if (call.path.endsWith('_info')) return { permissions: granted };
      if (call.path.includes('favorite_status')) return { result: [{ id: 1, value: true }] };
      if (call.path.includes('related/owners')) return { count: 1, result: [{ value: 7, text: 'Ann Lee' }] };
      if (call.method === 'GET') return list?.(call) ?? { count: total, result: rowsOf(Math.min(6, total), 1 + (q?.page ?? 0) * 25) };
      return write?.(call) ?? {};
    },
  });
}

const lists = (scope: FakeScope): FakeCall[] => scope.calls.filter((call) => call.method === 'GET' && call.path === '/api/v1/dashboard/');
const lastQuery = (scope: FakeScope): Record<string, unknown> => lists(scope).at(-1)?.options.q as Record<string, unknown>;

describe('ListPage', () => {
  it('[LIST-00] asks for 25 rows, shows a skeleton of 25, then the rows', async () => {
    const scope = serve();
    scope.draw(<ListPage declaration={DECLARATION} />);
    expect(screen.getAllByRole('row')).toHaveLength(26);
    expect(await screen.findByRole('rowheader', { name: 'Board 1' })).toBeTruthy();
    expect(lastQuery(scope)).toMatchObject({ page: 0, page_size: 25, order_column: 'changed_on', order_direction: 'desc', select_columns: ['id', 'title'] });
    expect(screen.getByRole('columnheader', { name: /Last modified/ }).getAttribute('aria-sort')).toBe('descending');
  });

  it('[LIST-00] pages and sorts by the URL, and keeps the old rows meanwhile', async () => {
    let release = (): void => {};
    const scope = serve({
      // The sorted list takes its time.
      list: ({ options }) => ((options.q as { order_column: string }).order_column === 'title' ? new Promise((resolve) => (release = () => resolve({ count: 60, result: rowsOf(6) }))) : undefined),
    });
    scope.draw(<ListPage declaration={DECLARATION} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Page 3' }));
    expect(scope.location().search).toBe('?pageIndex=2');
    expect(await screen.findByText('51–60 of 60')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(screen.getByRole('rowheader', { name: 'Board 51' })).toBeTruthy();
    expect(scope.location().search).toBe('?sortColumn=title&sortOrder=asc');
    release();
    await screen.findByRole('rowheader', { name: 'Board 1' });
    expect(lastQuery(scope)).toMatchObject({ page: 0, order_column: 'title', order_direction: 'asc' });
  });

  it('searches 250 ms after the last key and aborts the superseded question', async () => {
    vi.useFakeTimers();
    try {
      const scope = serve();
      scope.draw(<ListPage declaration={DECLARATION} />);
      await act(() => vi.advanceTimersByTimeAsync(0));
      const asked = lists(scope).length;
      fireEvent.change(screen.getByRole('searchbox', { name: 'Name' }), { target: { value: 'f' } });
      fireEvent.change(screen.getByRole('searchbox', { name: 'Name' }), { target: { value: 'fl' } });
      await act(() => vi.advanceTimersByTimeAsync(249));
      expect(lists(scope)).toHaveLength(asked);
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(lastQuery(scope)).toMatchObject({ filters: [{ col: 'title', opr: 'title_or_slug', value: 'fl' }] });
      act(() => scope.go('/dashboard/list/?filters=(title:xy)'));
      expect(lists(scope).at(-2)?.options.signal?.aborted).toBe(true);
      expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('xy');
    } finally {
      vi.useRealTimers();
    }
  });

  it('[LIST-01] filters by a related person, shows a chip, and clears it', async () => {
    const scope = serve();
    scope.draw(<ListPage declaration={DECLARATION} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.click(screen.getByRole('combobox', { name: 'Owner' }));
    await user.click(await screen.findByRole('option', { name: 'Ann Lee' }));
    expect(new URLSearchParams(scope.location().search).get('filters')).toBe("(owner:(label:'Ann Lee',value:7))");
    expect(lastQuery(scope)).toMatchObject({ filters: [{ col: 'owners', opr: 'rel_m_m', value: 7 }] });
    await user.click(screen.getByRole('button', { name: 'Remove Owner: Ann Lee' }));
    expect(scope.location().search).toBe('');
  });

  it('[LIST-06] says what to do when filters leave nothing, and when there is nothing', async () => {
    const scope = serve({ path: '/dashboard/list/?filters=(title:zz)', total: 0 });
    scope.draw(<ListPage declaration={DECLARATION} />);
    expect(await screen.findByText('No results match your filter criteria')).toBeTruthy();
    expect(screen.getByText('Try different criteria to display results.')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Clear all filters' }));
    expect(scope.location().search).toBe('');
    expect(await screen.findByText('No data')).toBeTruthy();
  });

  it('[LIST-02] deletes what is selected after asking once', async () => {
    const scope = serve();
    scope.draw(<ListPage declaration={DECLARATION} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Bulk select' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Board 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Board 2' }));
    expect(screen.getByText('2 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(scope.toasts).toEqual([{ kind: 'success', message: 'Deleted: Board 1, Board 2' }]));
    expect(scope.questions).toHaveLength(1);
    expect(scope.calls.find((call) => call.method === 'DELETE')).toMatchObject({ path: '/api/v1/dashboard/', options: { q: [1, 2] } });
    expect(screen.queryByText('2 selected')).toBeNull();
  });

  it('[LIST-05] offers nothing that the server would refuse', async () => {
    const scope = serve({ granted: ['can_read'] });
    scope.draw(<ListPage declaration={{ ...DECLARATION, primaryAction: { label: 'Dashboard', permission: 'can_write', onSelect: () => {} } }} />);
    await screen.findByRole('rowheader', { name: 'Board 1' });
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Bulk select|Dashboard/ })).toBeNull();
  });

  it('[LIST-03] switches to cards with their own sort', async () => {
    const scope = serve();
    scope.draw(<ListPage declaration={DECLARATION} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Cards' }));
    expect(scope.location().search).toBe('?viewMode=card');
    expect(screen.getByRole('link', { name: 'Board 1' }).getAttribute('href')).toBe('/root/d/1/');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Alphabetical');
    expect(lastQuery(scope)).toMatchObject({ order_column: 'title', order_direction: 'asc' });
  });

  it('stars at once and takes it back when refused', async () => {
    let refuse = (): void => {};
    const scope = serve({ write: () => new Promise((_resolve, reject) => (refuse = () => reject(new ApiError({ message: 'no', status: 403, url: '' })))) });
    scope.draw(<ListPage declaration={DECLARATION} />);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Remove Board 1 from favourites' }));
    expect(scope.calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/v1/dashboard/1/favorites/' });
    expect(screen.getByRole('button', { name: 'Add Board 1 to favourites' })).toBeTruthy();
    refuse();
    expect(await screen.findByRole('button', { name: 'Remove Board 1 from favourites' })).toBeTruthy();
    expect(scope.toasts).toEqual([{ kind: 'danger', message: 'The favourite could not be changed: no' }]);
  });

  it('[GEN-01] shows why a list failed and tries again', async () => {
    let fails = true;
    const scope = serve({
      list: () => {
        if (fails) throw new ApiError({ message: 'The metadata store is closed', status: 500, url: '/api/v1/dashboard/' });
        return undefined;
      },
    });
    scope.draw(<ListPage declaration={DECLARATION} />);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('The metadata store is closed')).toBeTruthy();
    fails = false;
    await userEvent.setup().click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: 'Board 1' })).toBeTruthy();
  });

  it('draws columns, filters and bulk actions of other plugins', async () => {
    const run = vi.fn();
    const scope = serve({
      contributions: {
        'home.list-columns': [{ value: { id: 'tags.column', list: 'dashboard', label: 'Tags', after: 'title', selectColumns: ['tags'] }, code: { Cell: ({ row }: { row: Row }) => `#${row.id}` } }],
        'home.list-filters': [{ value: { id: 'tag', list: 'dashboard', label: 'Tag', kind: 'boolean', column: 'tags', operator: 'dashboard_tags' } }],
        'home.list-bulk-actions': [{ value: { id: 'tags.add', list: 'dashboard', label: 'Add tag' }, code: { run } }, { value: { id: 'x.chart', list: 'chart', label: 'Elsewhere' }, code: { run } }],
      },
    });
    scope.draw(<ListPage declaration={DECLARATION} />);
    const user = userEvent.setup();
    expect(await screen.findByText('#1')).toBeTruthy();
    expect(lastQuery(scope)).toMatchObject({ select_columns: ['id', 'title', 'tags'] });
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent).filter(Boolean).slice(1, 4)).toEqual(['Name', 'Tags', 'Last modified']);
    await user.click(screen.getByRole('button', { name: 'Bulk select' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Board 3' }));
    await user.click(screen.getByRole('button', { name: 'Add tag' }));
    await waitFor(() => expect(run.mock.calls[0]?.[0]).toEqual([{ id: 3, title: 'Board 3' }]));
    expect(screen.queryByRole('button', { name: 'Elsewhere' })).toBeNull();
  });

  it('axe finds nothing in table and card mode', async () => {
    for (const path of ['/', '/?viewMode=card']) {
      const scope = serve({ path });
      scope.draw(<ListPage declaration={DECLARATION} />);
      await screen.findAllByText('Board 1');
      await userEvent.setup().click(screen.getByRole('button', { name: 'Bulk select' }));
      await userEvent.setup().click(screen.getByRole('button', { name: 'Filters' }));
      const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
      expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
      cleanup();
    }
  });
});

it('[GEN-15] says how long ago in the reader’s language', () => {
  const now = Date.UTC(2024, 5, 1);
  expect(formatRelative(now - 3 * 86_400_000, now, 'en')).toBe('3 days ago');
  expect(formatRelative(now - 90_000, now, 'de')).toBe('vor 1 Minute');
  expect(formatRelative(now - 4_000, now, 'en')).toBe('now');
});

it('[GEN-15] reads the server’s times, with and without an offset', () => {
  const noon = Date.UTC(2024, 0, 2, 12);
  expect(['2024-01-02T12:00:00', '2024-01-02T12:00:00.000Z', '2024-01-02T12:00:00+0000', '2024-01-02T13:00:00+01:00'].map(parseTime)).toEqual([noon, noon, noon, noon]);
  expect(parseTime('soon')).toBeNaN();
});
