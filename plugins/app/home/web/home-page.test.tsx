// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, expect, it, vi } from 'vitest';
import type { FakeCall, FakeScope, FakeScopeOptions } from '../../../../sdk/src/ui/fixtures/fake-scope.tsx';
import { createFakeScope } from '../../../../sdk/src/ui/fixtures/fake-scope.tsx';
import de from '../locales/de.json';
import en from '../locales/en.json';
import { greetingKey, HomePage } from './home-page.tsx';

afterEach(cleanup);

const ROUTES = { 'explore.add': '/chart/add', 'chart-list.list': '/chart/list/', 'dashboard-list.list': '/dashboard/list/' };

interface World {
  status?: string;
  done?: number;
  isEmpty?: boolean;
}

function draw(world: World = {}, options: FakeScopeOptions = {}): FakeScope {
  const answer = ({ path }: FakeCall): unknown => {
    if (path === '/api/v1/examples/progress') return { status: world.status ?? 'done', done: world.done ?? 4, total: 4, message: null };
    if (path.endsWith('favorite_status/')) return { result: [] };
    if (world.isEmpty) return { count: 0, result: [] };
    const changed_on_utc = '2024-05-01T00:00:00Z';
    if (path === '/api/v1/dashboard/') return { count: 1, result: [{ id: 1, dashboard_title: 'Flights', url: '/superset/dashboard/flights/', changed_on_utc }] };
    return { count: 1, result: [{ id: 2, slice_name: 'Delays', url: '/explore/?slice_id=2', changed_on_utc: '2024-06-01T00:00:00Z' }] };
  };
  const scope = createFakeScope({ pluginId: 'home', messages: en, routes: ROUTES, answer, ...options });
  scope.draw(<HomePage />);
  return scope;
}

const filtersOf = (scope: FakeScope, path: string): unknown[] => scope.calls.filter((call) => call.path === path).map((call) => (call.options.q as { filters?: unknown[] }).filters?.[0]);

it('[HOME-01] shows recents, dashboards and charts, five at a time', async () => {
  const scope = draw();
  const recents = await screen.findByRole('region', { name: 'Recents' });
  await within(recents).findByRole('link', { name: 'Delays' });
  // The newest first, whatever its kind.
  expect(within(recents).getAllByRole('link').map((link) => link.textContent)).toEqual(['Delays', 'Flights']);
  expect(within(screen.getByRole('region', { name: 'Dashboards' })).getByRole('link', { name: 'Flights' }).getAttribute('href')).toBe('/root/superset/dashboard/flights/');
  expect(scope.calls.filter((call) => call.path === '/api/v1/chart/').every((call) => (call.options.q as { page_size: number }).page_size === 5)).toBe(true);
  expect(filtersOf(scope, '/api/v1/dashboard/')).toEqual([{ col: 'changed_by', opr: 'rel_o_m', value: 1 }, undefined]);
});

it('[HOME-01] asks for favourites and own things when chosen, and remembers the choice', async () => {
  const scope = draw();
  const section = await screen.findByRole('region', { name: 'Dashboards' });
  const user = userEvent.setup();
  await user.click(within(section).getByRole('tab', { name: 'Favourites' }));
  expect(filtersOf(scope, '/api/v1/dashboard/').at(-1)).toEqual({ col: 'id', opr: 'dashboard_is_favorite', value: true });
  await user.click(within(section).getByRole('tab', { name: 'Mine' }));
  expect(filtersOf(scope, '/api/v1/dashboard/').at(-1)).toEqual({ col: 'owners', opr: 'rel_m_m', value: 1 });
  expect(scope.ctx.storage.get('tab.dashboard')).toBe('mine');
});

it('follows the loading of the examples and shows what has arrived', async () => {
  vi.useFakeTimers();
  try {
    const world: World = { status: 'running', done: 1, isEmpty: true };
    const scope = draw(world);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('1');
    expect(screen.queryByText('Ready for your data')).toBeNull();
    world.done = 2;
    world.isEmpty = false;
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByText('2 of 4 steps done')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Flights' })).toBeTruthy();
    world.status = 'done';
    await act(() => vi.advanceTimersByTimeAsync(1000));
    const polls = (): number => scope.calls.filter((call) => call.path.endsWith('/progress')).length;
    const before = polls();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(polls()).toBe(before);
    expect(screen.queryByRole('progressbar')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it('[HOME-02] says what to do next when there is nothing', async () => {
  draw({ status: 'off', isEmpty: true });
  expect(await screen.findByText('Ready for your data')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Create a chart' })[0]?.getAttribute('href')).toBe('/root/chart/add');
});

it('draws sections of other plugins', async () => {
  const contributions = { 'core.panels': [{ value: { id: 'news.section', location: 'home.section', title: 'News' }, code: { load: async () => () => 'Hello' } }] };
  draw({}, { contributions });
  expect((await screen.findByText('Hello')).closest('section')?.getAttribute('aria-label')).toBe('News');
});

it('greets by the hour and speaks both languages completely', () => {
  expect([3, 8, 13, 20].map(greetingKey)).toEqual(['greeting.evening', 'greeting.morning', 'greeting.day', 'greeting.evening']);
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});

it('axe finds nothing', async () => {
  draw();
  await screen.findAllByRole('link', { name: 'Flights' });
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
});
