import type { ExtensionPointDeclaration, IndexedPlugin, PluginError, PluginManifest } from '@orrery/sdk';
import { createExtensionPoint, createHook, createToken } from '@orrery/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ContextParts, PluginLookup, RuntimeHost } from '../contract.ts';
import type { AnyDefinition } from './plugin-definition.ts';
import { PluginRuntime } from './plugin-runtime.ts';

type Code = Partial<AnyDefinition<ContextParts>>;
interface Sample { readonly manifest: Partial<PluginManifest> & { id: string }; readonly code?: Code | (() => Promise<Code>); readonly extra?: Partial<IndexedPlugin> }

const viz: ExtensionPointDeclaration = { id: 'app.viz', version: 1, description: 'Viz.', key: 'type', conflict: 'reject', activation: 'onViz', schema: { type: 'object' } };
const Viz = createExtensionPoint<{ type: string }, { draw(): string }>({ id: 'app.viz', version: 1 });
const didDraw = createHook<'did', [string]>('did', 'app.didDraw', ['what']);

const index = ({ manifest, extra, code }: Sample): IndexedPlugin => ({
  manifest: {
    manifestVersion: 1, version: '1.0.0', publisher: 'test', displayName: manifest.id, description: '-', engines: { sdk: '^0.1.0' },
    ...(code ? { entry: { web: 'plugin.js' } } : {}),
    ...manifest,
  },
  source: 'builtin', tier: 'builtin', baseUrl: `https://host/plugins/${manifest.id}/`, integrity: {}, ...extra,
});

function start(samples: readonly Sample[], options: Partial<RuntimeHost<ContextParts>> = {}) {
  const faults: PluginError[] = [];
  const states: string[] = [];
  const imported: string[] = [];
  const codes = new Map(samples.map((sample) => [sample.manifest.id, sample.code]));
  const runtime = new PluginRuntime<ContextParts>({
    half: 'web',
    importModule: async ({ manifest }) => {
      imported.push(manifest.id);
      const code = codes.get(manifest.id);
      return { default: { activate() {}, ...(typeof code === 'function' ? await code() : code) } };
    },
    createContext: (parts) => parts,
    onFault: (_id, error) => faults.push(error),
    ...options,
  });
  runtime.onDidChange(({ id, state }) => states.push(`${id}:${state}`));
  runtime.register(samples.filter(({ extra }) => !(extra as { late?: boolean } | undefined)?.late).map(index));
  return { runtime, faults, states, imported, codes: () => faults.map(({ code }) => code) };
}

const app: Sample = { manifest: { id: 'app', extensionPoints: [viz] } };
const pie = (code: Code | (() => Promise<Code>) = { activate: (ctx) => void ctx.contribute(Viz, 'pie', { draw: () => 'round' }) }): Sample => ({
  manifest: { id: 'viz-pie', points: { 'app.viz': 1 }, contributes: { 'app.viz': [{ type: 'pie' }] } },
  code,
});

afterEach(() => void vi.useRealTimers());

describe('registration', () => {
  it('shows static halves before any code is imported', () => {
    const { runtime, states, imported } = start([pie(), app]);
    expect(runtime.points.entries(Viz).map(({ key, pluginId }) => [key, pluginId])).toEqual([['pie', 'viz-pie']]);
    expect(runtime.points.peek(Viz, 'pie')).toBeUndefined();
    expect(imported).toEqual([]);
    expect(states).toEqual(['viz-pie:validated', 'app:validated', 'viz-pie:resolved', 'viz-pie:registered', 'app:resolved', 'app:registered']);
  });

  it('names the chain that blocks a plugin, and unblocks it when the missing one arrives', () => {
    const { runtime } = start([
      { manifest: { id: 'a', dependencies: { b: '^1.0.0' } } },
      { manifest: { id: 'b', dependencies: { c: '^1.0.0' } } },
    ]);
    expect(runtime.status('a')).toMatchObject({ state: 'blocked', reason: { code: 'DEPENDENCY_FAILED', context: { chain: ['a', 'b', 'c'] } } });
    expect(runtime.status('b')).toMatchObject({ state: 'blocked', reason: { code: 'DEPENDENCY_MISSING' } });
    runtime.register([index({ manifest: { id: 'c' } })]);
    expect(runtime.statuses().map(({ state }) => state)).toEqual(['registered', 'registered', 'registered']);
  });

  it('rejects what was made for another SDK or fails the injected validation, and goes on', () => {
    const { runtime } = start([{ manifest: { id: 'old', engines: { sdk: '^0.0.9' } } }, { manifest: { id: 'odd' } }, { manifest: { id: 'fine' } }], {
      validate: ({ manifest }) => (manifest.id === 'odd' ? [{ path: '/contribute', message: 'Unknown.', suggestion: 'contributes' }] : []),
    });
    expect(runtime.status('old')?.reason?.code).toBe('SDK_INCOMPATIBLE');
    expect(runtime.status('odd')?.reason?.message).toContain('/contribute: Unknown (did you mean "contributes"?)');
    expect(runtime.status('fine')?.state).toBe('registered');
  });

  it('leaves known plugins alone, replaces changed ones, and lets a built-in win over a dynamic one', async () => {
    const { runtime, codes } = start([app, pie()]);
    await runtime.activate('viz-pie', 'test');
    runtime.register([index(pie())]);
    expect(runtime.status('viz-pie')?.state).toBe('active');
    runtime.register([index({ ...pie(), extra: { source: 'dynamic', baseUrl: 'https://elsewhere/' } })]);
    expect(codes()).toEqual(['DUPLICATE_PLUGIN']);
    runtime.register([index({ ...pie(), manifest: { ...pie().manifest, version: '1.1.0' } })]);
    expect(runtime.status('viz-pie')?.state).toBe('registered');
    expect(await runtime.points.load(Viz, 'pie').then((code) => code.draw())).toBe('round');
  });

  it('follows the switch of a plugin it knows', async () => {
    const { runtime } = start([app, pie()]);
    await runtime.activate('viz-pie', 'test');
    runtime.register([index({ ...pie(), extra: { disabled: 'Disabled by root' } })]);
    await expect.poll(() => runtime.status('viz-pie')).toMatchObject({ state: 'disabled', reason: { message: 'Disabled by root' } });
    expect(runtime.points.entries(Viz)).toEqual([]);
    runtime.register([index(pie())]);
    expect(runtime.status('viz-pie')?.state).toBe('registered');
    expect((await runtime.points.load(Viz, 'pie')).draw()).toBe('round');
  });

  it('says which plugin declares what is not there, why, and how it declared it', async () => {
    const { runtime } = start([app, { ...pie(), extra: { disabled: 'Disabled by root' } }]);
    const failure = { code: 'DISABLED', pluginId: 'viz-pie', message: 'Disabled by root', context: { declared: { type: 'pie' } } };
    await expect(runtime.points.load(Viz, 'pie')).rejects.toMatchObject(failure);
    await expect(runtime.points.load(Viz, 'cake')).rejects.toMatchObject({ code: 'CONTRIBUTION_MISSING', pluginId: '' });
  });

  it('finds a plugin under its former id', async () => {
    const { runtime } = start([{ manifest: { id: 'new-name', aliases: ['old-name'] } }, { manifest: { id: 'user', dependencies: { 'old-name': '^1.0.0' } } }]);
    await runtime.activate('old-name', 'test');
    expect(runtime.status('old-name')).toMatchObject({ id: 'new-name', state: 'active' });
    expect(runtime.status('user')?.state).toBe('registered');
  });
});

describe('activation', () => {
  it('loads a contribution by activating its plugin once for all callers', async () => {
    const { runtime, imported } = start([app, pie()]);
    const [first, second] = await Promise.all([runtime.points.load(Viz, 'pie'), runtime.points.load(Viz, 'pie')]);
    expect(first).toBe(second);
    expect(imported).toEqual(['viz-pie']);
    expect(runtime.status('viz-pie')).toMatchObject({ state: 'active', activatedBy: 'onViz:pie' });
  });

  it('closes everything when activate throws, does not cache the rejection, and works at the next try', async () => {
    let tries = 0;
    const tap = vi.fn();
    const { runtime, codes } = start([app, pie({
      activate(ctx) {
        ctx.hooks.tap(didDraw, tap);
        ctx.contribute(Viz, 'pie', { draw: () => 'round' });
        if (++tries === 1) throw new Error('not yet');
      },
    })]);
    await expect(runtime.points.load(Viz, 'pie')).rejects.toMatchObject({ code: 'ACTIVATE_FAILED', message: expect.stringContaining('not yet') as string });
    expect(runtime.status('viz-pie')?.state).toBe('activationFailed');
    expect([runtime.hooks.tapCount('viz-pie'), runtime.points.codeCount('viz-pie')]).toEqual([0, 0]);
    expect((await runtime.points.load(Viz, 'pie')).draw()).toBe('round');
    runtime.hooks.forPlugin('app', () => true).call(didDraw, 'x');
    expect(tap).toHaveBeenCalledTimes(1);
    expect(codes()).toEqual(['ACTIVATE_FAILED']);
  });

  it('drops what a plugin registers after its activation timed out', async () => {
    vi.useFakeTimers();
    let go = (): void => {};
    const { runtime } = start([app, pie({
      async activate(ctx) {
        await new Promise<void>((resolve) => (go = resolve));
        ctx.contribute(Viz, 'pie', { draw: () => 'late' });
      },
    })]);
    const result = expect(runtime.activate('viz-pie', 'test')).rejects.toMatchObject({ code: 'ACTIVATE_TIMEOUT' });
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(5_000);
    await result;
    go();
    await vi.advanceTimersByTimeAsync(0);
    expect(runtime.points.peek(Viz, 'pie')).toBeUndefined();
  });

  it('retries what the network failed after 1, 5 and 30 s, then waits for a person', async () => {
    vi.useFakeTimers();
    const { runtime, imported } = start([app, pie(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: x')))]);
    await expect(runtime.activate('viz-pie', 'test')).rejects.toMatchObject({ code: 'LOAD_NETWORK' });
    const counts = [imported.length];
    for (const wait of [1_000, 5_000, 30_000, 60_000]) {
      await vi.advanceTimersByTimeAsync(wait);
      counts.push(imported.length);
    }
    expect(counts).toEqual([1, 2, 3, 4, 4]);
    expect(runtime.status('viz-pie')?.state).toBe('loadFailed');
  });

  it('rejects a module that is no plugin, and a contribution nobody declared', async () => {
    const wrong = start([app, pie()], { importModule: async () => ({ default: {} }) });
    await expect(wrong.runtime.activate('viz-pie', 'test')).rejects.toMatchObject({ code: 'LOAD_EXPORT_SHAPE' });
    const undeclared = start([app, pie({ activate: (ctx) => void ctx.contribute(Viz, 'bar', { draw: () => '' }) })]);
    await expect(undeclared.runtime.activate('viz-pie', 'test')).rejects.toMatchObject({ code: 'CONTRIBUTION_UNDECLARED' });
  });

  it('reports a declared contribution without code', async () => {
    const { runtime, codes } = start([app, pie({})]);
    await expect(runtime.points.load(Viz, 'pie')).rejects.toMatchObject({ code: 'CONTRIBUTION_MISSING' });
    expect(codes()).toEqual(['CONTRIBUTION_MISSING']);
  });
});

interface Sun { shine(): string }
const SunToken = createToken<Sun>('sun', 'Sun', 1);
const sun = (code: Code = { provides: { sun: SunToken }, activate: () => ({ sun: { shine: () => 'bright' } }) }): Sample => ({ manifest: { id: 'sun' }, code });

describe('services', () => {
  const moon: Sample = {
    manifest: { id: 'moon', dependencies: { sun: '^1.0.0' } },
    code: { requires: { sun: SunToken }, activate: (_ctx, services) => void seen.push((services['sun'] as Sun).shine()) },
  };
  const seen: string[] = [];

  it('activates the provider first and hands its service over', async () => {
    const { runtime, states } = start([moon, sun()]);
    await runtime.activate('moon', 'test');
    expect(seen).toEqual(['bright']);
    expect(states.filter((state) => state.endsWith(':active'))).toEqual(['sun:active', 'moon:active']);
  });

  it('takes dependents down first and withdraws the service', async () => {
    const { runtime, states } = start([moon, sun()]);
    await runtime.activate('moon', 'test');
    states.length = 0;
    await runtime.deactivate('sun');
    expect(states).toEqual(['sun:deactivating', 'moon:deactivating', 'moon:registered', 'sun:registered']);
    await runtime.activate('moon', 'again');
    expect(runtime.status('sun')?.state).toBe('active');
  });

  it('refuses services that are undeclared, missing, promised but not returned, or offered twice', async () => {
    const cases: [string, Sample[], string][] = [
      ['SERVICE_NOT_DECLARED', [sun(), { ...moon, manifest: { id: 'moon' } }], 'moon'],
      ['SERVICE_MISSING', [sun({}), moon], 'moon'],
      ['SERVICE_MISSING', [sun({ provides: { sun: SunToken } })], 'sun'],
      ['SERVICE_CONFLICT', [sun(), { manifest: { id: 'fake-sun', dependencies: { sun: '^1.0.0' } }, code: { ...sun().code, requires: { sun: SunToken } } as Code }], 'fake-sun'],
    ];
    for (const [code, samples, id] of cases) {
      await expect(start(samples).runtime.activate(id, 'test'), code).rejects.toMatchObject({ code });
    }
  });

  it('gives undefined for an optional service whose plugin fails, and never waits in a circle', async () => {
    const got: unknown[] = [];
    const wants = (id: string, other: string): Sample => ({
      manifest: { id, optionalDependencies: { [other]: '^1.0.0' } },
      code: { optional: { other: createToken(other, 'Service', 1) }, provides: { own: createToken(id, 'Service', 1) }, activate: (_ctx, services) => (got.push(services['other'] === undefined), { own: {} }) },
    });
    const { runtime } = start([wants('a', 'b'), wants('b', 'a')]);
    await Promise.all([runtime.activate('a', 'test'), runtime.activate('b', 'test')]);
    expect(got).toHaveLength(2);
    expect(got).toContain(true);
  });

  it('offers services of the host without a dependency', async () => {
    const { runtime } = start([{ manifest: { id: 'moon' }, code: moon.code! }], { services: [{ token: SunToken, value: { shine: () => 'lamp' } }] });
    await runtime.activate('moon', 'test');
    expect(seen.at(-1)).toBe('lamp');
  });
});

describe('disabling and faults', () => {
  it('withdraws contributions at once, blocks dependents, and brings all back', async () => {
    const { runtime } = start([app, pie(), { manifest: { id: 'user', dependencies: { 'viz-pie': '^1.0.0' } } }]);
    await runtime.points.load(Viz, 'pie');
    const done = runtime.disable('viz-pie', 'by the administrator');
    expect(runtime.points.entries(Viz)).toEqual([]);
    await done;
    expect(runtime.status('viz-pie')).toMatchObject({ state: 'disabled', reason: { message: 'by the administrator' } });
    expect(runtime.status('user')?.state).toBe('blocked');
    await expect(runtime.activate('viz-pie', 'test')).rejects.toMatchObject({ code: 'DISABLED' });
    runtime.enable('viz-pie');
    expect(runtime.statuses().map(({ state }) => state)).toEqual(['registered', 'registered', 'registered']);
    expect((await runtime.points.load(Viz, 'pie')).draw()).toBe('round');
  });

  it('stops a plugin that is disabled while it is being activated', async () => {
    const { runtime } = start([app, pie({ activate: () => new Promise(() => {}) })]);
    const activation = expect(runtime.activate('viz-pie', 'test')).rejects.toMatchObject({ code: 'DISABLED' });
    await vi.waitFor(() => expect(runtime.status('viz-pie')?.state).toBe('activating'));
    await runtime.disable('viz-pie', 'no more');
    await activation;
    expect(runtime.status('viz-pie')?.state).toBe('disabled');
  });

  it('never disables a required plugin', async () => {
    const { runtime } = start([{ manifest: { id: 'shell' }, extra: { required: true, disabled: 'x' } }]);
    expect(runtime.status('shell')?.state).toBe('registered');
    await expect(runtime.disable('shell', 'x')).rejects.toThrow('cannot be disabled');
  });

  it('pauses a plugin after three faults in a minute, but only reports a required one', async () => {
    let now = 0;
    const { runtime, codes } = start([app, pie(), { manifest: { id: 'shell' }, extra: { required: true } }], { now: () => now });
    await runtime.activate('viz-pie', 'test');
    for (const time of [0, 30_000, 89_000]) {
      now = time;
      runtime.fault('viz-pie', new Error('x'), 'render');
    }
    expect(runtime.status('viz-pie')?.state).toBe('active');
    now = 89_500;
    runtime.fault('viz-pie', new Error('x'), 'saga');
    await vi.waitFor(() => expect(runtime.status('viz-pie')).toMatchObject({ state: 'quarantined', faults: 4 }));
    expect(runtime.points.entries(Viz)).toHaveLength(1);
    await expect(runtime.points.load(Viz, 'pie')).rejects.toMatchObject({ code: 'QUARANTINED' });
    runtime.enable('viz-pie');
    expect((await runtime.points.load(Viz, 'pie')).draw()).toBe('round');
    for (let at = 0; at < 5; at++) runtime.fault('shell', new Error('x'), 'render');
    expect(runtime.status('shell')?.state).toBe('registered');
    expect(codes().filter((code) => code === 'RENDER_FAILED')).toHaveLength(8);
  });

  it('attributes a stack to the plugin whose file is innermost', () => {
    const { runtime } = start([app, pie()]);
    expect(runtime.attribute('Error: x\n at f (https://host/static/react.js:1:1)\n at g (https://host/plugins/viz-pie/chunk.js:2:3)\n at h (https://host/plugins/app/plugin.js:1:1)')).toBe('viz-pie');
    expect(runtime.attribute('Error: x\n at f (https://host/static/react.js:1:1)')).toBeUndefined();
  });
});

describe('disposal', () => {
  it('aborts the signal, disposes in reverse, awaits deactivate, and survives a disposer that throws', async () => {
    const log: string[] = [];
    const { runtime, codes } = start([app, pie({
      activate(ctx) {
        ctx.signal.addEventListener('abort', () => log.push('abort'));
        for (const name of ['first', 'second']) ctx.subscriptions.add({ dispose: () => void log.push(name) });
        ctx.subscriptions.add({ dispose: () => { throw new Error('stuck'); } });
        ctx.contribute(Viz, 'pie', { draw: () => 'round' });
      },
      deactivate: async () => void log.push('deactivate'),
    })]);
    await runtime.activate('viz-pie', 'test');
    await runtime.deactivate('viz-pie');
    expect(log).toEqual(['deactivate', 'abort', 'second', 'first']);
    expect(runtime.points.peek(Viz, 'pie')).toBeUndefined();
    expect(codes()).toEqual(['RUNTIME_FAULT']);
  });

  it('forgets listeners a plugin disposes early, and ends those it does not', async () => {
    const heard: string[] = [];
    const { runtime } = start([app, pie({
      activate(ctx) {
        const before = ctx.subscriptions.size;
        ctx.points.onDidChange(Viz, () => heard.push('early')).dispose();
        expect(ctx.subscriptions.size).toBe(before);
        ctx.points.onDidChange(Viz, () => heard.push('kept'));
      },
    })]);
    await runtime.activate('viz-pie', 'test');
    const bar = index({ manifest: { id: 'viz-bar', contributes: { 'app.viz': [{ type: 'bar' }] } } });
    runtime.register([bar]);
    expect(heard).toEqual(['kept']);
    await runtime.deactivate('viz-pie');
    await runtime.unregister('viz-bar');
    expect(heard).toEqual(['kept']);
    expect(runtime.status('viz-bar')).toBeUndefined();
  });

  it('takes everything down', async () => {
    const { runtime } = start([app, pie()]);
    await runtime.activate('viz-pie', 'test');
    await runtime.dispose();
    expect([runtime.statuses(), runtime.points.all(), runtime.hooks.tapCount('viz-pie')]).toEqual([[], [], 0]);
  });
});

describe('look-up', () => {
  const lookup = (calls: string[], answer: () => Promise<readonly IndexedPlugin[]>): PluginLookup => ({
    byPoint: (point) => (calls.push(`point ${point}`), answer()),
    byKey: (_point, key) => (calls.push(`key ${key}`), answer()),
    byId: (id) => (calls.push(`id ${id}`), answer()),
  });

  it('finds unknown keys, points and ids; asks for a point once, and again after a failure', async () => {
    const calls: string[] = [];
    let answer = (): Promise<readonly IndexedPlugin[]> => Promise.reject(new Error('offline'));
    const { runtime } = start([app], { lookup: lookup(calls, () => answer()), importModule: async () => ({ default: pie().code }) });
    await expect(runtime.points.loadAll(Viz)).rejects.toThrow('offline');
    await expect(runtime.points.load(Viz, 'pie')).rejects.toThrow('offline');
    answer = async () => [index(pie())];
    expect((await runtime.points.load(Viz, 'pie')).draw()).toBe('round');
    expect(await runtime.points.loadAll(Viz)).toHaveLength(1);
    await runtime.points.loadAll(Viz);
    await expect(runtime.points.load(Viz, 'bar')).rejects.toMatchObject({ code: 'CONTRIBUTION_MISSING' });
    answer = async () => [index({ manifest: { id: 'far' } })];
    await runtime.activate('far', 'test');
    await expect(runtime.activate('nowhere', 'test')).rejects.toMatchObject({ code: 'DEPENDENCY_MISSING' });
    expect(calls).toEqual(['point app.viz', 'key pie', 'key pie', 'point app.viz', 'id far', 'id nowhere']);
  });
});
