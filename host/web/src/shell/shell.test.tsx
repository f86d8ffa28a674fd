// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IndexedPlugin, PluginManifest } from '@orrery/sdk';
import { Commands, definePlugin, Panels, PluginMonitor, Routes, usePlugin, useRouteParams, useT, useTitle } from '@orrery/sdk/web';
import type { WebKernel } from '../../../../kernel/web/index.ts';
import { DEFAULT_TOKENS } from '@orrery/sdk/web';
import { startWebKernel } from '../../../../kernel/web/index.ts';
import { KernelContext } from '../kernel-context.ts';
import english from '../locales/en.json';
import german from '../locales/de.json';
import { renderSkeleton } from '../page/skeleton.html.ts';
import { FaultPanel } from '../pages/fault-panel.tsx';
import { paletteState } from '../palette/palette-state.ts';
import { addShellCommands } from './add-shell-commands.ts';
import { createShellUi } from './create-shell-ui.ts';
import { Shell } from './shell.tsx';

// The first activation imports the service container, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const manifest = (id: string, patch: Partial<PluginManifest> = {}): PluginManifest => ({
  manifestVersion: 1, id, version: '1.0.0', publisher: 'p', displayName: `The ${id}`, description: id, engines: { sdk: '^0.1.0' },
  points: { 'core.routes': 1, 'core.nav-items': 1, 'core.commands': 1, 'core.panels': 1 }, entry: { web: 'plugin.js' }, ...patch,
});
const indexed = (m: PluginManifest): IndexedPlugin => ({ manifest: m, source: 'builtin', tier: 'builtin', baseUrl: `plugins/${m.id}/`, integrity: {} });
const boards = indexed(manifest('boards', {
  contributes: {
    'core.routes': [
      { id: 'boards.list', path: '/board/list/', title: 'Boards' },
      { id: 'boards.view', path: '/board/:id/', title: 'Board' },
      { id: 'boards.secret', path: '/secret/', title: 'Secret', permission: ['can_write', 'Board'] },
      { id: 'boards.blank', path: '/blank/', title: 'Blank', layout: 'blank', anonymous: true },
    ],
    'core.nav-items': [
      { id: 'boards.nav', label: 'Boards', icon: 'dashboard', route: 'boards.list' },
      { id: 'boards.hidden', label: 'Secret', icon: 'lock', route: 'boards.secret' },
    ],
    'core.commands': [{ id: 'boards.create', title: 'Create board' }],
    'core.panels': [{ id: 'boards.panel', location: 'topbar.right', title: 'Panel' }],
  },
}));
let renders: () => string = () => 'fine';
const created = vi.fn();
function List() {
  const t = useT();
  useTitle('My boards');
  const { router, ui } = usePlugin();
  return (
    <>
      <h1>{t('list.title')}</h1>
      <p>{renders()}</p>
      <button type="button" onClick={() => router.navigateTo('/board/seven/')}>Open seven</button>
      <button type="button" onClick={() => ui.toast('success', 'Saved')}>Toast</button>
      <button type="button" onClick={() => void ui.confirm({ title: 'Sure?', confirmLabel: 'Yes' }).then(created)}>Ask</button>
    </>
  );
}
function View() {
  return <h1>Board {useRouteParams()['id']}</h1>;
}
const code = definePlugin({
  activate(ctx) {
    ctx.contribute(Routes, 'boards.list', { load: async () => List });
    ctx.contribute(Routes, 'boards.view', { load: async () => View });
    ctx.contribute(Routes, 'boards.secret', { load: async () => View });
    ctx.contribute(Routes, 'boards.blank', { load: async () => View });
    ctx.contribute(Commands, 'boards.create', { run: created });
    ctx.contribute(Panels, 'boards.panel', { load: async () => () => <span>Panel here</span> });
  },
});
const messages = { 'list.title': 'All boards' };
const user = { userId: 1, username: 'ann', firstName: 'Ann', roles: { Gamma: [['can_read', 'Board']] } };
let kernel: WebKernel;
const requests: string[] = [];
const answers = new Map<string, unknown>();
const fetchFake = (async (url: string) => {
  requests.push(url);
  const path = new URL(url, 'http://localhost:3000').pathname;
  return answers.has(path) ? new Response(JSON.stringify(answers.get(path)), { headers: { 'content-type': 'application/json' } }) : new Response('', { status: 404 });
}) as typeof fetch;

async function start(path: string, patch: { bootstrap?: object; importUrl?: (url: string) => Promise<Record<string, unknown>>; plugins?: IndexedPlugin[] } = {}) {
  window.history.replaceState(null, '', `/bi${path}`);
  document.body.innerHTML = '<div id="app"></div>';
  const root = document.getElementById('app') as HTMLElement;
  await act(async () => {
    const shell = createShellUi(document, 'Orrery', window.location.search);
    kernel = startWebKernel({
      bootstrap: { user, common: { application_root: '/bi/', locale: 'en', conf: {}, feature_flags: {} }, ...patch.bootstrap },
      shellPlugins: patch.plugins ?? [boards],
      root,
      nonce: 'n',
      ui: shell.ui,
      texts: { en: english, de: german },
      FaultPanel,
      fetch: fetchFake,
      importUrl: patch.importUrl ?? (async () => ({ default: code, messages })),
    });
    addShellCommands(kernel);
    kernel.render(<KernelContext value={{ ...kernel, ...shell }}><Shell /></KernelContext>);
  });
}

beforeEach(() => {
  localStorage.clear();
  requests.length = 0;
  answers.clear();
  renders = () => 'fine';
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(async () => {
  paletteState.set(false);
  await act(() => kernel.dispose());
  vi.restoreAllMocks();
});

describe('shell', () => {
  it('[ROUTE-04] draws the frame from manifests, then the page, its title and its texts', async () => {
    await start('/board/list/');
    expect(await screen.findByRole('heading', { name: 'All boards' })).toBeTruthy();
    const nav = screen.getByRole('navigation', { name: 'Main navigation' });
    expect(within(nav).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([['Boards', '/bi/board/list/', 'page']]);
    expect(document.title).toBe('My boards – Orrery');
    expect(await screen.findByText('Panel here')).toBeTruthy();
    expect(screen.getByRole('heading').closest('[data-plugin]')?.getAttribute('data-contribution')).toBe('boards.list');
    expect(requests).toEqual([]);
  });

  it('[ROUTE-05] goes to another page without loading it anew, and moves the focus there', async () => {
    await start('/board/list/');
    await userEvent.click(await screen.findByText('Open seven'));
    expect(await screen.findByRole('heading', { name: 'Board seven' })).toBeTruthy();
    expect([window.location.pathname, document.activeElement?.id]).toEqual(['/bi/board/seven/', 'main']);
  });

  it('[ROUTE-36] leaves out the frame when standalone, and for blank pages', async () => {
    await start('/board/list/?standalone=1');
    expect(await screen.findByRole('heading', { name: 'All boards' })).toBeTruthy();
    expect(screen.queryByRole('banner')).toBeNull();
    await act(() => kernel.dispose());
    await start('/blank/', { bootstrap: { user: {} } });
    expect(await screen.findByRole('heading')).toBeTruthy();
    expect(screen.queryByRole('banner')).toBeNull();
  });

  it('says what is wrong with an unknown and with a forbidden address', async () => {
    answers.set('/bi/api/v1/plugin/index', { result: [] });
    await start('/nowhere/');
    expect(await screen.findByRole('heading', { name: 'This page does not exist' })).toBeTruthy();
    expect(screen.getByText(/Nothing answers to \/nowhere\//)).toBeTruthy();
    await act(async () => kernel.ctx.router.navigateTo('/secret/'));
    expect(await screen.findByRole('heading', { name: 'You may not open this page' })).toBeTruthy();
    expect(screen.getByText(/can_write/)).toBeTruthy();
  });

  it('finds the plugin of an address under /x/ through the index', async () => {
    const acme = indexed(manifest('acme', { contributes: { 'core.routes': [{ id: 'acme.page', path: '/x/acme/hello', title: 'Hello' }] } }));
    answers.set('/bi/api/v1/plugin/index', { result: [acme] });
    const late = definePlugin({ activate: (ctx) => void ctx.contribute(Routes, 'acme.page', { load: async () => () => <h1>Hello from acme</h1> }) });
    await start('/x/acme/hello', { importUrl: async (url) => ({ default: url.includes('/acme/') ? late : code }) });
    expect(await screen.findByRole('heading', { name: 'Hello from acme' })).toBeTruthy();
    expect(requests).toEqual(['/bi/api/v1/plugin/index?ids=acme']);
  });

  it('asks for toasts and confirmations on behalf of plugins', async () => {
    created.mockReset();
    await start('/board/list/');
    await userEvent.click(await screen.findByText('Toast'));
    expect(screen.getByRole('status').textContent).toContain('Saved');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Saved')).toBeNull();
    await userEvent.click(screen.getByText('Ask'));
    await userEvent.click(within(screen.getByRole('dialog', { hidden: true })).getByText('Yes'));
    await waitFor(() => expect(created).toHaveBeenCalledWith(true));
  });

  it('opens the palette by key, finds commands and runs them', async () => {
    created.mockReset();
    await start('/board/list/');
    await screen.findByRole('heading', { name: 'All boards' });
    await userEvent.keyboard('{Control>}k{/Control}');
    const input = await screen.findByRole('combobox', { hidden: true });
    expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.querySelector('.shell-palette__title')?.textContent)).toEqual(['Boards', 'Sign out', 'Create board']);
    await userEvent.type(input, 'creat{Enter}');
    await waitFor(() => expect(created).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('combobox', { hidden: true })).toBeNull();
  });
});

describe('failures', () => {
  it('[C16] contains a page that throws, names its plugin, and draws it again on Retry', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    renders = () => {
      throw new Error('broken cell');
    };
    await start('/board/list/');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The boards could not be shown');
    expect(alert.textContent).toContain('broken cell');
    expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeTruthy();
    expect(kernel.monitor.list()[0]?.faults).toBe(1);
    renders = () => 'mended';
    await userEvent.click(screen.getByText('Try again'));
    expect(await screen.findByText('mended')).toBeTruthy();
  });

  it('[C6] pauses a plugin after three faults, says so, and starts it again when asked', async () => {
    await start('/board/list/');
    await screen.findByRole('heading', { name: 'All boards' });
    await act(async () => {
      for (let at = 0; at < 3; at += 1) kernel.runtime.fault('boards', new Error('again'), 'saga');
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The boards was paused');
    expect(kernel.runtime.status('boards')?.state).toBe('quarantined');
    await userEvent.click(screen.getByText('Try again'));
    expect(await screen.findByRole('heading', { name: 'All boards' })).toBeTruthy();
  });

  it('[C5] says why the code of a page did not load, and tries again', async () => {
    let isDown = true;
    await start('/board/list/', {
      importUrl: async () => {
        if (isDown) throw new SyntaxError('Unexpected token');
        return { default: code, messages };
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('LOAD_EVALUATION');
    isDown = false;
    await userEvent.click(screen.getByText('Try again'));
    expect(await screen.findByRole('heading', { name: 'All boards' })).toBeTruthy();
  });

  it('offers the monitor to plugins that require it', async () => {
    const seen = vi.fn();
    const watcher = definePlugin({
      requires: { monitor: PluginMonitor },
      activate(_ctx, { monitor }) {
        seen(monitor.list().map(({ id, state }) => [id, state]));
      },
    });
    const plugin = indexed(manifest('watcher', { activation: ['onStartup'], activationReason: 'test' }));
    await start('/board/list/', { plugins: [boards, plugin], importUrl: async (url) => ({ default: url.includes('watcher') ? watcher : code, messages }) });
    await waitFor(() => expect(seen).toHaveBeenCalled());
    expect(seen.mock.calls[0]?.[0]).toContainEqual(['watcher', 'activating']);
  });
});

describe('first paint', () => {
  it('the style sheet has the colours of the default tokens', () => {
    const css = readFileSync('host/web/src/styles/tokens.css', 'utf8');
    const [light = '', dark = ''] = css.split("[data-theme='dark']");
    for (const [part, { colors }] of [[light, DEFAULT_TOKENS.light], [dark, DEFAULT_TOKENS.dark]] as const) {
      for (const [name, value] of Object.entries(colors)) expect(part).toContain(`--orrery-color-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`);
    }
  });

  it('the skeleton has the frame’s boxes, escapes labels, and no inline style or script', () => {
    const html = renderSkeleton({ nav: [{ label: '<b>"Charts"' }], title: 'A & B', dir: 'rtl' });
    expect(html).toContain('&lt;b&gt;&quot;Charts&quot;');
    expect(html).toContain('dir="rtl"');
    expect(html).not.toMatch(/<script|style=| on\w+=/);
    for (const box of ['shell-rail', 'shell-brand', 'shell-topbar', 'shell-main']) expect(html).toContain(`class="${box}`);
    expect(renderSkeleton({ nav: [], title: '', dir: 'ltr' })).toContain('shell--bare');
  });

  it('[I18N-01] German has every text of English', () => {
    expect(Object.keys(german)).toEqual(Object.keys(english));
  });
});
