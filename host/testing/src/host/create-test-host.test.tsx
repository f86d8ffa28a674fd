// @vitest-environment jsdom
import { createElement } from 'react';
import { createToken } from '@orrery/sdk';
import type { PluginContext } from '@orrery/sdk/web';
import { Commands, definePlugin, Routes, useLocation, usePlugin, useRouteParams, useSliceState, useT } from '@orrery/sdk/web';
import { delay } from 'redux-saga/effects';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeService } from '../fakes/fake-service.ts';
import type { TestHost, TestHostOptions } from './create-test-host.tsx';
import { createTestHost } from './create-test-host.tsx';

interface Clock { now(): string; stop(): void }
const ClockToken = createToken<Clock>('clock', 'Clock', 1);

const manifest = {
  manifestVersion: 1, id: 'sample', version: '0.1.0', publisher: 'test', displayName: '%name%', description: 'A sample.', engines: { sdk: '^0.1.0' },
  points: { 'core.routes': 1, 'core.commands': 1, 'home.tiles': 2 },
  entry: { web: 'web/plugin.ts' },
  dependencies: { clock: '^1.2.0' },
  contributes: {
    'core.routes': [{ id: 'sample.view', path: '/sample/:id/', title: '%name%' }],
    'core.commands': [{ id: 'sample.ring', title: 'Ring' }],
    'home.tiles': [{ name: 'first' }],
  },
};
const messages = { name: 'Sample', greeting: 'Hello {{who}}', bells_one: 'One bell', bells_other: '{{count}} bells' };

function Page() {
  const t = useT();
  const { id = '' } = useRouteParams();
  const rings = useSliceState<{ rings: number }, number>((state) => state?.rings ?? 0);
  const { api, ui } = usePlugin();
  return createElement('button', { onClick: () => void api.get(`/api/v1/sample/${id}`).then(() => ui.toast('success', 'Done')) }, `${t('greeting', { who: id })}, ${t('bells', { count: rings })} at ${useLocation().pathname}`);
}

const tidy = (extra: (ctx: PluginContext) => void = () => {}) =>
  definePlugin({
    requires: { clock: ClockToken },
    activate(ctx, { clock }) {
      ctx.store.injectSlice((state: { rings: number } | undefined = { rings: 0 }, action) => (action.type === 'sample/RANG' ? { rings: state.rings + 1 } : state));
      ctx.store.injectSaga(function* () {
        yield delay(60_000);
      });
      ctx.contribute(Routes, 'sample.view', { load: async () => Page });
      ctx.contribute(Commands, 'sample.ring', {
        run() {
          ctx.store.dispatch({ type: 'sample/RANG' });
          return clock.now();
        },
      });
      extra(ctx);
    },
  });

let host: TestHost;
const start = async (plugin = tidy(), options: Partial<TestHostOptions> = {}): Promise<TestHost> =>
  (host = await createTestHost({ plugins: [{ manifest, plugin, messages }], services: [fakeService(ClockToken, { now: () => 'noon' })], ...options }));
afterEach(() => host.close());

describe('createTestHost', () => {
  it('runs a plugin whose dependencies and extension points are not there', async () => {
    await start();
    await host.activate('sample');
    expect(host.snapshot()).toMatchInlineSnapshot(`
      {
        "contributions": [
          "core.routes:sample.view",
          "core.commands:sample.ring",
          "home.tiles:first",
        ],
        "leases": {
          "sample": {
            "subscriptions": 4,
            "taps": 0,
          },
        },
        "loaded": [
          "core.routes:sample.view",
          "core.commands:sample.ring",
        ],
        "plugins": {
          "sample": "active",
        },
        "services": [],
      }
    `);
    expect(host.faults.map(({ code }) => code)).toEqual(['CONTRIBUTION_MISSING']);
  });

  it('draws a route with its address, texts, parameters, state and server', async () => {
    await start(tidy(), { api: { '/api/v1/sample/:id': ({ match }) => ({ result: match['id'] }) } });
    const page = await host.renderRoute('sample.view', { params: { id: '7' } });
    expect(page.container.textContent).toBe('Hello 7, 0 bells at /sample/7/');
    expect(await host.runtime.contextOf('sample')?.commands.execute('sample.ring')).toBe('noon');
    await page.findByText('Hello 7, One bell at /sample/7/');
    page.getByRole('button').click();
    await expect.poll(() => host.shell.toasts).toEqual([{ kind: 'success', message: 'Done' }]);
    expect(host.api.calls).toEqual([{ method: 'GET', path: '/api/v1/sample/7', match: { id: '7' }, search: {}, q: undefined, body: undefined }]);
    expect(host.runtime.points.find(Routes, 'sample.view')?.value.title).toBe('Sample');
  });

  it('finds nothing left of a tidy plugin', async () => {
    await start();
    await host.renderRoute('sample.view', { params: { id: '7' } });
    await host.dispose('sample');
    expect(host.leaks('sample')).toEqual([]);
  });

  it('finds timers, listeners and nodes a plugin leaves behind', async () => {
    const timers: ReturnType<typeof setInterval>[] = [];
    await start(tidy((ctx) => {
      timers.push(setInterval(() => {}, 1_000));
      clearTimeout(setTimeout(() => {}, 1_000));
      window.addEventListener('resize', () => {});
      document.addEventListener('keydown', () => {}, { signal: ctx.signal });
      document.head.append(document.createElement('style'));
    }));
    await host.activate('sample');
    await host.dispose('sample');
    const leaks = host.leaks('sample');
    timers.forEach(clearInterval);
    expect(leaks).toEqual([expect.stringMatching(/^setInterval at /), expect.stringMatching(/^listener for "resize" on window at /), '<style> in <head>']);
    document.head.replaceChildren();
  });

  it('answers unknown addresses with an error that says what to add, and ends calls with the plugin', async () => {
    await start(tidy(), { api: { '/late': () => new Promise(() => {}) } });
    const ctx = await host.activate('sample');
    await expect(ctx.api.post('/nowhere')).rejects.toMatchObject({ status: 404, message: expect.stringContaining("api.on('POST /nowhere'") as string });
    const late = ctx.api.get('/late');
    const ended = expect(late).rejects.toMatchObject({ code: 'DISABLED' });
    await host.dispose('sample');
    await ended;
  });

  it('refuses a wrong manifest with all its problems', async () => {
    const wrong = { ...manifest, contribute: {}, engines: { sdk: '*' } };
    await expect(createTestHost({ plugins: [{ manifest: wrong }] })).rejects.toThrow('Did you mean "contributes"?');
    await start();
  });
});
