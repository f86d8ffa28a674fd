// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Contribution } from '@orrery/sdk';
import { DisposableStore } from '@orrery/sdk';
import type { RouteContribution } from '@orrery/sdk/web';
import { createRouteRef } from '@orrery/sdk/web';
import type { BrowserHistory } from './browser-history.ts';
import { createBrowserHistory } from './browser-history.ts';
import { createRouter } from './create-router.ts';
import { matchRoute } from './route-table.ts';

const page = (key: string, path: string): Contribution<RouteContribution> => ({ key, point: 'core.routes', pluginId: key.split('.')[0] ?? '', value: { id: key, path, title: key } });
const routes = [page('board.view', '/board/:idOrSlug/'), page('board.new', '/board/new/'), page('list.view', '/chart/list/'), page('x.any', '/x/acme/*')];
const load = vi.fn();
const ask = vi.fn(async (_message: string) => false);
let history: BrowserHistory;
const subscriptions = new DisposableStore();
const router = () => createRouter({ history, routes: () => routes, load }, subscriptions);
const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  window.history.replaceState(null, '', '/bi/chart/list/?a=1#b');
  history = createBrowserHistory(window, '/bi', ask);
  vi.clearAllMocks();
});
afterEach(() => history.dispose());

describe('routes', () => {
  it('[ROUTE-05] finds the most specific page and decodes its parameters, with or without the last slash', () => {
    expect(matchRoute(routes, '/board/new/')?.route.key).toBe('board.new');
    expect(matchRoute(routes, '/board/sales%20%26%20co')?.params).toEqual({ idOrSlug: 'sales & co' });
    expect(matchRoute(routes, '/x/acme/a/b')?.route.key).toBe('x.any');
    expect(matchRoute(routes, '/nowhere')).toBeUndefined();
  });

  it('[GEN-08] makes links under the application root', () => {
    const view = createRouteRef<{ idOrSlug: string | number }>('board.view');
    expect(router().href(view, { idOrSlug: 'a/b c' }, { search: { x: 1, y: undefined }, hash: 'top' })).toBe('/bi/board/a%2Fb%20c/?x=1#top');
    expect(router().href(createRouteRef('nobody.offers'))).toBeUndefined();
    expect(history.location).toEqual({ pathname: '/chart/list/', search: '?a=1', hash: '#b' });
  });
});

describe('navigation', () => {
  it('[GEN-09] stays on the page for known routes and loads everything else from the server', async () => {
    const heard = vi.fn();
    router().onDidChange(heard);
    router().navigateTo('/board/7/?edit=true');
    await turn();
    expect([window.location.pathname, heard.mock.calls.length]).toEqual(['/bi/board/7/', 1]);
    router().navigateTo('/logout/');
    router().navigateTo('https://elsewhere.test/x');
    router().navigateTo('//elsewhere.test/y');
    router().navigateTo('javascript:alert(1)');
    expect(load.mock.calls.flat()).toEqual([`${window.location.origin}/bi/logout/`, 'https://elsewhere.test/x', 'http://elsewhere.test/y']);
  });

  it('asks before leaving unsaved work, in the app and with the back button', async () => {
    const view = createRouteRef<{ idOrSlug: string }>('board.view');
    router().navigate(view, { idOrSlug: 'one' });
    await turn();
    let isDirty = true;
    const block = router().block(() => isDirty, 'Leave?');
    router().navigate(createRouteRef('list.view'));
    await turn();
    expect([ask.mock.calls.length, history.location.pathname]).toEqual([1, '/board/one/']);
    window.history.back();
    await turn();
    await turn();
    expect([ask.mock.calls.length, history.location.pathname, window.location.pathname]).toEqual([2, '/board/one/', '/bi/board/one/']);
    ask.mockResolvedValueOnce(true);
    window.history.back();
    await turn();
    await turn();
    expect(history.location.pathname).toBe('/chart/list/');
    isDirty = false;
    router().navigate(view, { idOrSlug: 'two' });
    await turn();
    expect([ask.mock.calls.length, history.location.pathname]).toEqual([3, '/board/two/']);
    block.dispose();
  });

  it('never asks for a change of search or hash', async () => {
    const block = router().block(() => true, 'Leave?');
    router().navigateTo('/chart/list/?page=2');
    await turn();
    expect([ask.mock.calls.length, history.location.search]).toEqual([0, '?page=2']);
    block.dispose();
  });

  it('lets go of everything with the plugin', () => {
    const own = new DisposableStore();
    const mine = createRouter({ history, routes: () => routes, load }, own);
    const heard = vi.fn();
    mine.onDidChange(heard);
    mine.block(() => true, 'Leave?');
    own.dispose();
    history.go('/chart/list/?page=3', true);
    expect(heard).not.toHaveBeenCalled();
  });
});
