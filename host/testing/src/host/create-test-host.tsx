import type { ComponentType, ReactElement, ReactNode } from 'react';
import { act, cleanup, render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import type { ExtensionPoint, PluginError, PluginManifest } from '@orrery/sdk';
import type { PluginContext, SlotProps } from '@orrery/sdk/web';
import { PluginMonitor, Routes } from '@orrery/sdk/web';
import type { PluginDefinition } from '@orrery/sdk/web';
import { PluginRuntime } from '@orrery/kernel/common';
import { createSlot } from '../../../../kernel/web/boundary/create-slot.tsx';
import type { FakeApi, FakeAnswer } from '../fakes/fake-api.ts';
import { fakeApi } from '../fakes/fake-api.ts';
import type { FakeBootstrap } from '../fakes/fake-bootstrap.ts';
import { fakeMonitor } from '../fakes/fake-monitor.ts';
import type { FakeService } from '../fakes/fake-service.ts';
import type { ShellRecord } from '../fakes/fake-shell.ts';
import { watchLeaks } from '../leaks/leak-watch.ts';
import type { RenderedViz, VizRequest } from '../viz/render-viz.tsx';
import { drawViz } from '../viz/render-viz.tsx';
import { completePlugins } from './complete-plugins.ts';
import { createPage } from './create-page.ts';
import { stubBrowser } from './stub-browser.ts';

/** A plugin under test. */
export interface TestPlugin {
  /** The imported `plugin.json`. */
  readonly manifest: object;
  /** The default export of `web/plugin.ts`; left out for a plugin without browser code. */
  readonly plugin?: Pick<PluginDefinition, 'requires' | 'optional' | 'provides' | 'deactivate'> & { activate(ctx: PluginContext, services: never): unknown };
  /** The imported `locales/en.json`; without it texts show their keys. */
  readonly messages?: Readonly<Record<string, string>>;
}

/** What a test host is made of. Plugins and extension points that manifests name and the test leaves out are stood in for. */
export interface TestHostOptions {
  readonly plugins: readonly TestPlugin[];
  readonly services?: readonly FakeService[];
  /** The server, or its answers. */
  readonly api?: FakeApi | Readonly<Record<string, FakeAnswer>>;
  readonly bootstrap?: FakeBootstrap;
  /** Route id → path of routes of plugins that are not there. */
  readonly routes?: Readonly<Record<string, string>>;
  /** Answers questions plugins ask the user; default yes. */
  readonly confirm?: (title: string) => boolean;
}

/** What is registered now, for `toMatchInlineSnapshot`. */
export interface HostSnapshot {
  readonly plugins: Readonly<Record<string, string>>;
  /** `<point>:<key>` of every contribution. */
  readonly contributions: readonly string[];
  /** Those whose code half is there. */
  readonly loaded: readonly string[];
  /** Names of the services active plugins provide. */
  readonly services: readonly string[];
  /** Registrations, and hook taps among them, of each active plugin. */
  readonly leases: Readonly<Record<string, { readonly subscriptions: number; readonly taps: number }>>;
}

/** The smallest host: the real runtime over a page without network and shell. */
export interface TestHost {
  readonly runtime: PluginRuntime<PluginContext>;
  readonly api: FakeApi;
  readonly shell: ShellRecord;
  readonly events: readonly { readonly name: string }[];
  readonly loads: readonly string[];
  /** Every fault so far; a good test ends with none. */
  readonly faults: readonly PluginError[];
  activate(id: string): Promise<PluginContext>;
  snapshot(): HostSnapshot;
  /** Draws an element as the plugin would, inside its boundary. */
  render(id: string, element: ReactElement, params?: Readonly<Record<string, string>>): RenderResult;
  /** Draws the page of a route, with the address set to its path. */
  renderRoute(routeId: string, options?: { readonly params?: Readonly<Record<string, string>>; readonly search?: string }): Promise<RenderResult>;
  /** Draws a viz type from given results. */
  renderViz(type: string, request: VizRequest): Promise<RenderedViz>;
  setTheme(scheme: 'light' | 'dark'): void;
  /** Deactivates the plugin and removes what was drawn. */
  dispose(id: string): Promise<void>;
  /** What the plugin left behind since it was activated, in words; empty when it is clean. */
  leaks(id: string): readonly string[];
  /** Ends the host and puts patched browser functions back. */
  close(): Promise<void>;
}

const Fault = ({ error }: { readonly error: unknown }): ReactNode => <p role="alert">{error instanceof Error ? error.message : String(error)}</p>;

/** Creates the host. Needs a document: begin the test file with `// @vitest-environment jsdom`. */
export async function createTestHost(options: TestHostOptions): Promise<TestHost> {
  if (typeof document === 'undefined') throw new Error('createTestHost needs a document. Begin the file with: // @vitest-environment jsdom');
  stubBrowser();
  const tested = new Map(options.plugins.map((item) => [(item.manifest as PluginManifest).id, item]));
  // Whether code exists is told by what the test passes, not by files. A server half counts: what it registers is not missed here.
  const manifests = [...tested.values()].map(({ manifest, plugin, messages }) => {
    const { entry, ...rest } = translate(manifest as PluginManifest, messages);
    return { ...rest, entry: { ...(plugin ? { web: 'plugin.js' } : {}), ...(entry?.server === undefined ? {} : { server: 'server.js' }) } };
  });
  const complete = completePlugins(manifests);
  const api = isFakeApi(options.api) ? options.api : fakeApi(options.api);
  const faults: PluginError[] = [];
  const before = new Map<string, readonly string[]>();
  const page = createPage({
    api,
    bootstrap: options.bootstrap,
    routes: options.routes ?? {},
    messages: Object.fromEntries([...tested].map(([id, { messages }]) => [id, messages ?? {}])),
    confirm: options.confirm ?? (() => true),
    runtime: () => runtime,
  });
  const offered = options.services ?? [];
  const runtime: PluginRuntime<PluginContext> = new PluginRuntime<PluginContext>({
    half: 'web',
    importModule: async ({ manifest }) => ({ default: tested.get(manifest.id)?.plugin }),
    createContext: (parts) => page.createContext(parts),
    onFault: (_id, error) => faults.push(error),
    services: offered.some(({ token }) => token.id === PluginMonitor.id) ? offered : [...offered, { token: PluginMonitor, value: fakeMonitor(() => runtime) }],
  });
  runtime.points.declare(complete.points, 'test');
  const Slot: ComponentType<SlotProps & { readonly params?: Readonly<Record<string, string>> }> = createSlot(runtime, Fault);
  const watch = watchLeaks();
  runtime.onDidChange(({ id, state }) => state === 'loading' && before.set(id, watch.leaks()));
  runtime.register(complete.plugins);

  const draw = (id: string, element: ReactElement, params: Readonly<Record<string, string>> = {}): RenderResult =>
    render(element, {
      wrapper: ({ children }: { readonly children: ReactNode }) => (
        <Slot pluginId={id} contribution="test" params={params}>
          {children}
        </Slot>
      ),
    });
  const host: TestHost = {
    runtime,
    api,
    shell: page.shell,
    events: page.events,
    loads: page.loads,
    faults,
    activate: (id) => runtime.activate(id, 'test'),
    snapshot: () => snapshot(runtime, tested),
    render: draw,
    async renderRoute(routeId, { params = {}, search = '' } = {}) {
      const route = runtime.points.find(Routes, routeId);
      if (!route) throw new Error(`No plugin of this test contributes the route ${routeId}`);
      const ctx = await runtime.activate(route.pluginId, `onRoute:${routeId}`);
      const path = ctx.router.href({ id: routeId }, params as never) ?? '/';
      window.history.replaceState(null, '', path + search);
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
      const Page = await (await runtime.points.load(Routes, routeId)).load();
      let drawn: RenderResult | undefined;
      await act(async () => void (drawn = draw(route.pluginId, <Page />, params)));
      return drawn as RenderResult;
    },
    renderViz: (type, request) => drawViz({ runtime, draw, theme: page.theme }, type, request),
    setTheme: (scheme) => act(() => page.theme.setMode(scheme)),
    async dispose(id) {
      cleanup();
      await runtime.deactivate(id);
      // Timers of this turn may still be clearing up.
      await new Promise((resolve) => setTimeout(resolve));
    },
    leaks(id) {
      const known = new Set(before.get(id));
      const own = faults.filter(({ code, pluginId }) => code === 'LEAK' && pluginId === id).map(({ message }) => message);
      const taps = runtime.hooks.tapCount(id);
      return [...own, ...(page.hasSlice(id) ? [`slice ${id}`] : []), ...(taps > 0 ? [`${taps} hook taps`] : []), ...watch.leaks().filter((leak) => !known.has(leak))];
    },
    async close() {
      cleanup();
      await runtime.dispose();
      watch.stop();
      page.dispose();
    },
  };
  return host;
}

/** As the plugin index does: `%key%` becomes its text, an unknown key shows itself. */
function translate(manifest: PluginManifest, messages: TestPlugin['messages'] = {}): PluginManifest {
  return JSON.parse(JSON.stringify(manifest).replace(/"%([^%"\s]+)%"/g, (_all, key: string) => JSON.stringify(messages[key] ?? key))) as PluginManifest;
}

function isFakeApi(api: TestHostOptions['api']): api is FakeApi {
  return typeof (api as Partial<FakeApi> | undefined)?.forPlugin === 'function';
}

function snapshot(runtime: PluginRuntime<PluginContext>, tested: ReadonlyMap<string, TestPlugin>): HostSnapshot {
  const statuses = runtime.statuses().filter(({ id }) => tested.has(id));
  const active = statuses.filter(({ state }) => state === 'active').map(({ id }) => id);
  const contributions = runtime.points.all();
  const name = ({ point, key }: { point: string; key: string }): string => `${point}:${key}`;
  const hasCode = ({ point, key }: { point: string; key: string }): boolean => runtime.points.peek({ id: point, version: 1 } as ExtensionPoint<unknown, unknown>, key) !== undefined;
  return {
    plugins: Object.fromEntries(statuses.map(({ id, state }) => [id, state])),
    contributions: contributions.map(name),
    loaded: contributions.filter(hasCode).map(name),
    services: active.flatMap((id) => Object.values(tested.get(id)?.plugin?.provides ?? {}).map((token) => token.name)),
    leases: Object.fromEntries(active.map((id) => [id, { subscriptions: runtime.contextOf(id)?.subscriptions.size ?? 0, taps: runtime.hooks.tapCount(id) }])),
  };
}
