// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { PLUGIN_ERROR_CODES } from '@orrery/sdk';
import { PluginError } from '@orrery/sdk';
import type { DynamicListHealth, PluginHealth, PluginMonitor } from '@orrery/sdk/web';
import { ApiError } from '@orrery/sdk/web';
import { afterEach, expect, it } from 'vitest';
import type { FakeCall, FakeScope } from '../../../../sdk/src/ui/fixtures/fake-scope.tsx';
import { createFakeScope } from '../../../../sdk/src/ui/fixtures/fake-scope.tsx';
import de from '../locales/de.json';
import en from '../locales/en.json';
import { createPluginsPage } from './create-plugins-page.tsx';
import { mergePlugins } from './states/merge-plugins.ts';
import type { RegisteredPlugin } from './states/merge-plugins.ts';

afterEach(cleanup);

const REGISTERED: readonly RegisteredPlugin[] = [
  { id: 'home', displayName: 'Home', version: '0.1.0', source: 'builtin', tier: 'builtin', required: true, state: 'enabled' },
  { id: 'viz-pie', displayName: 'Pie chart', version: '0.1.0', source: 'builtin', tier: 'builtin', state: 'enabled' },
  { id: 'viz-funnel', displayName: 'Funnel', version: '1.2.0', source: 'dynamic', tier: 'trusted', state: 'enabled', dynamicId: 4 },
  { id: 'tags', displayName: 'Tags', version: '0.1.0', source: 'builtin', tier: 'builtin', state: 'disabled', reason: { code: 'DISABLED', message: 'Disabled by root' } },
  { id: 'connector-x', displayName: 'Connector X', version: '0.1.0', source: 'builtin', tier: 'builtin', state: 'enabled', server: { state: 'activationFailed', reason: { code: 'ACTIVATE_FAILED', message: 'no socket' } } },
];

const health = (id: string, rest: Partial<PluginHealth>): PluginHealth => ({ id, displayName: id, version: '', source: 'builtin', state: 'active', longFrameMs: 0, faults: 0, ...rest });
const HERE: readonly PluginHealth[] = [
  health('home', { loadMs: 12.4, activateMs: 3 }),
  health('viz-funnel', { source: 'dynamic', state: 'loadFailed', reason: new PluginError('LOAD_NETWORK', 'viz-funnel', 'GET index.js answered 404'), faults: 1 }),
  health('viz-lost', { source: 'dynamic', state: 'rejected', reason: new PluginError('MANIFEST_UNAVAILABLE', 'viz-lost', 'plugin.json answered 404') }),
];

interface FakeMonitor extends PluginMonitor {
  readonly retried: string[];
  readonly reloaded: string[];
  readonly reads: (boolean | undefined)[];
  set(entries: readonly PluginHealth[]): void;
}

function states(added: DynamicListHealth = { phase: 'ready' }): FakeMonitor {
  let entries = HERE;
  const listeners = new Set<() => void>();
  const retried: string[] = [];
  const reloaded: string[] = [];
  const reads: (boolean | undefined)[] = [];
  let paused: readonly string[] = [];
  return {
    safeMode: 0,
    get paused() {
      return paused;
    },
    async pause(ids) {
      paused = [...ids];
      listeners.forEach((listener) => listener());
    },
    list: () => entries,
    retry: async (id) => void retried.push(id),
    reload: async (id) => void reloaded.push(id),
    async loadDynamic(again) {
      reads.push(again);
      return added;
    },
    reloaded,
    reads,
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    retried,
    set(next) {
      entries = next;
      listeners.forEach((listener) => listener());
    },
  };
}

function draw(service: PluginMonitor, answer: (call: FakeCall) => unknown = () => ({ result: REGISTERED })): FakeScope {
  const scope = createFakeScope({ pluginId: 'plugin-manager', messages: en, answer });
  const Page = createPluginsPage(service);
  scope.draw(<Page />);
  return scope;
}

it('joins what is registered with how it fares here and on the server, problems first', () => {
  const lines = mergePlugins(REGISTERED, HERE);
  expect(lines.map((line) => `${line.id}:${line.state}`)).toEqual(['connector-x:activationFailed', 'viz-funnel:loadFailed', 'viz-lost:rejected', 'home:active', 'viz-pie:idle', 'tags:disabled']);
  expect(lines.find((line) => line.id === 'connector-x')).toMatchObject({ isServerReason: true, canRetry: false });
  expect(lines.find((line) => line.id === 'home')).toMatchObject({ canSwitch: false });
});

it('names the state, the reason and the fix of each plugin', async () => {
  draw(states());
  const row = await screen.findByRole('row', { name: /Funnel/ });
  expect(within(row).getByText('Not loaded')).toBeTruthy();
  expect(within(row).getByText('Its code could not be fetched.')).toBeTruthy();
  expect(within(row).getByText('Check the connection and try again.')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /viz-lost/ })).getByText(/Its plugin.json could not be fetched/)).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /Home/ })).getByText('12 ms, 3 ms')).toBeTruthy();
});

it('retries, and follows the states live', async () => {
  const service = states();
  draw(service);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Try Funnel again' }));
  expect(service.retried).toEqual(['viz-funnel']);
  act(() => service.set([health('viz-funnel', { source: 'dynamic' })]));
  expect(within(screen.getByRole('row', { name: /Funnel/ })).getByText('Active')).toBeTruthy();
  expect(screen.queryByRole('row', { name: /viz-lost/ })).toBeNull();
});

it('switches and removes on the server, and in this page at once', async () => {
  const service = states();
  const scope = draw(service);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('switch', { name: 'Pie chart enabled' }));
  expect(scope.calls).toContainEqual({ method: 'PUT', path: '/api/v1/plugin/viz-pie', options: { body: { enabled: false } } });
  expect(screen.queryByRole('switch', { name: 'Home enabled' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove Funnel' }));
  await waitFor(() => expect(scope.calls).toContainEqual({ method: 'DELETE', path: '/dynamic-plugins/api/4', options: {} }));
  expect(scope.questions[0]?.title).toBe('Remove Funnel?');
  await waitFor(() => expect(service.reloaded).toEqual(['viz-pie', 'viz-funnel']));
});

it('[LIST-31] adds a bundle and shows what the server objects to at its field', async () => {
  let isRefused = true;
  const service = states();
  const scope = draw(service, (call) => {
    if (call.method === 'POST' && isRefused) throw new ApiError({ message: 'refused', status: 422, url: call.path, fields: { key: ['The manifest has the id viz-other.'] } });
    return { result: REGISTERED };
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Add plugin' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getAllByText('Enter a value')).toHaveLength(3);
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Other');
  await user.type(screen.getByRole('textbox', { name: /^Key/ }), 'viz-x');
  await user.type(screen.getByRole('textbox', { name: /^Bundle URL/ }), 'https://a.b/index.js');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('The manifest has the id viz-other.')).toBeTruthy();
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(scope.calls.filter((call) => call.method === 'POST').at(-1)?.options.body).toEqual({ name: 'Other', key: 'viz-x', bundle_url: 'https://a.b/index.js' });
  expect(service.reloaded).toEqual(['viz-x']);
});

it('works without the server’s lists, and reads them again', async () => {
  draw(states(), () => {
    throw new ApiError({ message: 'down', status: 500, url: '/api/v1/plugin/' });
  });
  expect(await screen.findByText('The list of plugins could not be loaded')).toBeTruthy();
  expect(screen.getByRole('row', { name: /viz-funnel/ })).toBeTruthy();
  cleanup();
  const service = states({ phase: 'failed', reason: new PluginError('LIST_UNAVAILABLE', '', 'the server answered 500') });
  draw(service);
  expect(await screen.findByText('The list of added plugins did not arrive.')).toBeTruthy();
  expect(screen.getByRole('row', { name: /Pie chart/ })).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(service.reads).toEqual([false, true]);
  expect(within(screen.getByRole('row', { name: /viz-lost/ })).getByRole('button', { name: 'Try viz-lost again' })).toBeTruthy();
});

it('has a reason and a fix for every failure code, in both languages', () => {
  for (const texts of [en, de] as readonly Readonly<Record<string, string>>[]) {
    expect(PLUGIN_ERROR_CODES.filter((code) => !texts[`reason.${code}`] || !texts[`fix.${code}`])).toEqual([]);
  }
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});

it('axe finds nothing', async () => {
  draw(states());
  await screen.findByRole('row', { name: /Funnel/ });
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
});

it('[D8] tries without a plugin in this page, and takes it back', async () => {
  const service = states();
  draw(service);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Try without Pie chart in this page' }));
  expect(service.paused).toEqual(['viz-pie']);
  expect(screen.queryByRole('button', { name: /Try without Home/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Try without Tags/ })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Use Pie chart again in this page' }));
  expect(service.paused).toEqual([]);
});

it('[D8] finds the plugin that breaks something by halves, over a new page load, and runs everything again', async () => {
  const service = states();
  const scope = draw(service);
  const user = userEvent.setup();
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect((screen.getByRole('button', { name: 'Find the cause of a problem' }) as HTMLButtonElement).disabled).toBe(false));
  await press('Find the cause of a problem');
  // Required, disabled and rejected plugins are left out; those people added come first.
  expect(service.paused).toEqual(['viz-funnel', 'connector-x', 'viz-pie']);
  expect(document.activeElement?.textContent).toBe('Which plugin breaks it?');
  await press('It works now');
  expect(service.paused).toEqual(['viz-funnel', 'connector-x']);
  const stored = scope.ctx.storage.get('bisect');
  cleanup();

  const again = states();
  const second = createFakeScope({ pluginId: 'plugin-manager', messages: en, answer: () => ({ result: REGISTERED }) });
  second.ctx.storage.set('bisect', stored);
  const Page = createPluginsPage(again);
  second.draw(<Page />);
  await waitFor(() => expect(again.paused).toEqual(['viz-funnel', 'connector-x']));
  await press('It works now');
  expect(again.paused).toEqual(['viz-funnel']);
  await press('Still broken');
  expect(await screen.findByText('Connector X seems to be the cause. All plugins run again.')).toBeTruthy();
  expect(again.paused).toEqual([]);
  expect(second.ctx.storage.get('bisect')).toBeUndefined();
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await press('Disable Connector X for everybody');
  await waitFor(() => expect(second.calls).toContainEqual({ method: 'PUT', path: '/api/v1/plugin/connector-x', options: { body: { enabled: false } } }));
});

it('[D8] gives up when it is none of them, and when asked to', async () => {
  const service = states();
  draw(service);
  const user = userEvent.setup();
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await screen.findByRole('row', { name: /Funnel/ });
  await press('Find the cause of a problem');
  await press('Still broken');
  expect(await screen.findByText(/none of the plugins/)).toBeTruthy();
  await press('Done');
  await press('Find the cause of a problem');
  expect(service.paused).toHaveLength(3);
  await press('Cancel');
  expect(service.paused).toEqual([]);
  expect(screen.queryByText('Which plugin breaks it?')).toBeNull();
});
