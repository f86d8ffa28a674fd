// @vitest-environment jsdom
import { useEffect } from 'react';
import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { IndexedPlugin } from '@orrery/sdk';
import { ApiMiddlewares, Commands, TelemetrySinks, definePlugin, useContextMenu } from '@orrery/sdk/web';
import type { ApiMiddlewareCode } from '@orrery/sdk/web';
import { startWebKernel } from '../../../../kernel/web/index.ts';
import type { WebKernel } from '../../../../kernel/web/index.ts';
import { createShellUi } from './create-shell-ui.ts';
import { FaultPanel } from '../pages/fault-panel.tsx';
import english from '../locales/en.json';

const plugin = (id: string, contributes: Record<string, readonly Record<string, unknown>[]>): IndexedPlugin => ({
  manifest: { manifestVersion: 1, id, version: '1.0.0', publisher: 'acme', displayName: id, description: id, engines: { sdk: '^0.1.0' }, entry: { web: 'plugin.js' }, contributes, locales: ['en', 'de'] },
  source: 'builtin',
  tier: 'builtin',
  baseUrl: `http://localhost:3000/p/${id}/`,
  integrity: {},
});

let kernel: WebKernel;
afterEach(async () => {
  await act(() => kernel.dispose());
  vi.restoreAllMocks();
});

function start(plugins: readonly IndexedPlugin[], modules: Record<string, unknown>, locale = 'en') {
  document.body.innerHTML = '<div id="app"></div>';
  const sent: { url: string; headers: Record<string, string> }[] = [];
  const fetchFake = (async (url: string, init: RequestInit = {}) => {
    sent.push({ url, headers: (init.headers ?? {}) as Record<string, string> });
    if (url.endsWith('/texts/greeter.de.json')) return Response.json({ hello: 'Moin' });
    if (url.endsWith('/p/greeter/locales/de.json')) return Response.json({ hello: 'Hallo', bye: 'Ade' });
    return Response.json({ result: [] });
  }) as typeof fetch;
  kernel = startWebKernel({
    bootstrap: { user: { isActive: true, roles: { Admin: [] }, username: 'a', firstName: 'A', lastName: 'B', userId: 1 }, common: { application_root: '/', locale, conf: {}, feature_flags: {} } },
    shellPlugins: plugins,
    root: document.getElementById('app') as HTMLElement,
    nonce: 'n',
    ui: createShellUi(document, 'Orrery', '').ui,
    texts: { en: english },
    FaultPanel,
    fetch: fetchFake,
    importUrl: async (url) => ({ default: modules[/\/p\/([^/]+)\//.exec(url)?.[1] ?? ''], messages: { hello: 'Hello', bye: 'Bye' } }),
  });
  return sent;
}

it('[PLUG] puts contributed middlewares around matching calls, and goes on without a broken one', async () => {
  const stamp: ApiMiddlewareCode = { handle: (call, next) => next({ ...call, headers: { ...call.headers, 'x-stamp': '1' } }) };
  const broken: ApiMiddlewareCode = { handle: () => Promise.reject(new Error('broken')) };
  const entry = (id: string) => ({ id, match: ['/api/v1/chart/'], reason: 'A test' });
  const sent = start([plugin('stamps', { 'core.api-middlewares': [entry('stamps.stamp'), entry('stamps.broken')] })], {
    stamps: definePlugin({
      activate(ctx) {
        ctx.contribute(ApiMiddlewares, 'stamps.stamp', stamp);
        ctx.contribute(ApiMiddlewares, 'stamps.broken', broken);
      },
    }),
  });
  await kernel.api.get('/api/v1/chart/');
  await kernel.api.get('/api/v1/dataset/');
  const stampOf = (path: string) => sent.find(({ url }) => url.startsWith(path))?.headers['x-stamp'];
  expect([stampOf('/api/v1/chart/'), stampOf('/api/v1/dataset/')]).toEqual(['1', undefined]);
  expect(kernel.runtime.status('stamps')?.faults).toBe(1);
});

it('[PLUG] gives activity events to contributed sinks', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const write = vi.fn();
  start([plugin('sinks', { 'core.telemetry-sinks': [{ id: 'sinks.copy' }] })], { sinks: definePlugin({ activate: (ctx) => void ctx.contribute(TelemetrySinks, 'sinks.copy', { write }) }) });
  kernel.ctx.telemetry.event('opened', { chart: 7 });
  await vi.advanceTimersByTimeAsync(1100);
  vi.useRealTimers();
  await vi.waitFor(() => expect(write).toHaveBeenCalled());
  expect(write.mock.calls.flat(2)).toContainEqual(expect.objectContaining({ event_name: 'opened', chart: 7 }));
});

it('[I18N] lets contributed texts stand above a plugin’s own', async () => {
  const seen: string[] = [];
  const texts = plugin('texts', { 'core.translations': [{ id: 'texts.low-german', language: 'de', files: { greeter: 'greeter.de.json' } }] });
  start([texts, plugin('greeter', {})], { greeter: definePlugin({ activate: (ctx) => void seen.push(ctx.i18n.t('hello'), ctx.i18n.t('bye')) }) }, 'de');
  await kernel.runtime.activate('greeter', 'test');
  expect(seen).toEqual(['Moin', 'Ade']);
});

it('[PLUG] draws contributed menu items that run their command, and hides what is not allowed', async () => {
  const run = vi.fn();
  const menus = ['menus.open', 'menus.secret'].map((command, at) => ({ id: `menus.item-${at}`, location: 'board.row', command }));
  const commands = [{ id: 'menus.open', title: 'Open it' }, { id: 'menus.secret', title: 'Secret', permission: ['can_write', 'Nothing'] }];
  start([plugin('menus', { 'core.context-menus': menus, 'core.commands': commands })], {
    menus: definePlugin({
      activate(ctx) {
        ctx.contribute(Commands, 'menus.open', { run });
        ctx.contribute(Commands, 'menus.secret', { run });
      },
    }),
  });
  const seen = { items: [] as ReturnType<typeof useContextMenu> };
  function Probe() {
    const items = useContextMenu('board.row', { id: 3 });
    useEffect(() => {
      seen.items = items;
    });
    return null;
  }
  await act(async () => kernel.render(<Probe />));
  expect(seen.items.map(({ label }) => label)).toEqual(kernel.ctx.permissions.can('can_write', 'Nothing') ? ['Open it', 'Secret'] : ['Open it']);
  seen.items[0]?.onSelect();
  await vi.waitFor(() => expect(run).toHaveBeenCalledWith({ id: 3 }));
});
