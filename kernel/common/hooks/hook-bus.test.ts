import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHook } from '@orrery/sdk';
import { build } from 'esbuild';
import { AsyncSeriesBailHook, SyncWaterfallHook } from 'tapable';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HookBus } from './hook-bus.ts';

const willSave = createHook<'will', [{ title: string }]>('will', 'app.willSave', ['item']);
const transformTitle = createHook<'transform', [string, number]>('transform', 'app.transformTitle', ['title', 'times']);
const didSave = createHook<'did', [string]>('did', 'app.didSave', ['title']);
const collectItems = createHook<'collect', [string], string>('collect', 'app.collectItems', ['place']);

function start() {
  const reports: string[] = [];
  const bus = new HookBus((pluginId, error, where) => reports.push(`${pluginId}: ${where}: ${(error as Error).message}`), 1_000);
  return { bus, reports, a: bus.forPlugin('a', () => true), b: bus.forPlugin('b', () => true) };
}

afterEach(() => void vi.useRealTimers());

describe('HookBus', () => {
  it('lets the first veto win and says whose it is; later taps are not asked', async () => {
    const { a, b } = start();
    const last = vi.fn();
    a.tap(willSave, async () => undefined);
    b.tap(willSave, ({ title }) => (title === '' ? { reason: 'No title' } : undefined));
    a.tap(willSave, last);
    expect(await a.call(willSave, { title: '' })).toEqual({ reason: 'No title', pluginId: 'b' });
    expect(last).not.toHaveBeenCalled();
    expect(await a.call(willSave, { title: 'x' })).toBeUndefined();
  });

  it('hands a value through in stage order, as the compiled hooks of tapable do', async () => {
    const { a, b } = start();
    const original = new SyncWaterfallHook<[string, number]>(['title', 'times']);
    const taps = [[100, '!'], [0, 'b'], [-100, 'a'], [0, 'c']] as const;
    for (const [stage, letter] of taps) {
      const tap = (title: string, times: number): string => title + letter.repeat(times);
      (stage ? a : b).tap(transformTitle, tap, { stage });
      original.tap({ name: letter, stage }, tap);
    }
    expect(a.call(transformTitle, '-', 2)).toBe('-aabbcc!!');
    expect(a.call(transformTitle, '-', 2)).toBe(original.call('-', 2));
    const veto = new AsyncSeriesBailHook<[string], { reason: string } | undefined>(['title']);
    veto.tapPromise('x', async () => ({ reason: 'no' }));
    a.tap(willSave, async () => ({ reason: 'no' }));
    expect(await a.call(willSave, { title: '' })).toMatchObject((await veto.promise('')) ?? {});
  });

  it('collects with provenance', () => {
    const { a, b } = start();
    a.tap(collectItems, (place) => [`${place} 1`]);
    b.tap(collectItems, () => ['2', '3']);
    expect(a.call(collectItems, 'menu')).toEqual([{ pluginId: 'a', item: 'menu 1' }, { pluginId: 'b', item: '2' }, { pluginId: 'b', item: '3' }]);
    expect(b.call(createHook<'collect', [], string>('collect', 'app.collectNothing', []))).toEqual([]);
  });

  it('reports and skips taps that throw or reject, of every kind', async () => {
    const { a, b, reports } = start();
    const boom = (): never => {
      throw new Error('boom');
    };
    for (const hook of [transformTitle, didSave, collectItems, willSave]) a.tap(hook, boom as never);
    b.tap(didSave, (async () => boom()) as never);
    b.tap(transformTitle, (title) => `${title}!`);
    b.tap(collectItems, () => ['kept']);
    b.tap(willSave, () => ({ reason: 'kept' }));
    expect(a.call(transformTitle, 'x', 1)).toBe('x!');
    a.call(didSave, 'x');
    expect(a.call(collectItems, 'x')).toEqual([{ pluginId: 'b', item: 'kept' }]);
    expect(await a.call(willSave, { title: '' })).toEqual({ reason: 'kept', pluginId: 'b' });
    expect(reports.sort()).toEqual(['a: hook app.collectItems: boom', 'a: hook app.didSave: boom', 'a: hook app.transformTitle: boom', 'a: hook app.willSave: boom', 'b: hook app.didSave: boom']);
  });

  it('does not wait for a tap for ever', async () => {
    vi.useFakeTimers();
    const { a, b, reports } = start();
    a.tap(willSave, () => new Promise(() => {}));
    b.tap(willSave, () => ({ reason: 'after' }));
    const result = a.call(willSave, { title: '' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await result).toMatchObject({ reason: 'after' });
    expect(reports).toEqual(['a: hook app.willSave: Tap of app.willSave did not answer within 1000 ms']);
  });

  it('ends a tap when it is disposed, even during a call, and when its plugin is closed', () => {
    const { bus, a } = start();
    let isOpen = true;
    const c = bus.forPlugin('c', () => isOpen);
    const heard: string[] = [];
    const second = { dispose() {} };
    a.tap(didSave, () => second.dispose());
    Object.assign(second, a.tap(didSave, () => heard.push('second')));
    c.tap(didSave, () => heard.push('c'));
    a.call(didSave, 'x');
    a.call(didSave, 'x');
    isOpen = false;
    a.call(didSave, 'x');
    expect(heard).toEqual(['second', 'c', 'c']);
    expect([bus.tapCount('a'), bus.tapCount('c')]).toEqual([1, 1]);
    expect(c.tap(didSave, () => heard.push('never'))).toBeDefined();
    expect(bus.tapCount('c')).toBe(1);
  });

  it('refuses one name for two kinds', () => {
    const { a } = start();
    a.call(didSave, 'x');
    expect(() => a.tap({ kind: 'collect', name: 'app.didSave', argNames: [] } as never, (() => []) as never)).toThrow('is a did hook');
  });

  it('runs, with the container, where no code may be made of strings', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'orrery-csp-'));
    const file = path.join(folder, 'main.mjs');
    const here = JSON.stringify(import.meta.dirname);
    const contents = `
      import { createHook, createToken } from '@orrery/sdk';
      import { HookBus } from ${here.slice(0, -1)}/hook-bus.ts";
      import { ServiceContainer } from ${here.slice(0, -1)}/../container/service-container.ts";
      const hook = createHook('transform', 'app.transformTitle', ['title']);
      const hooks = new HookBus(() => {}).forPlugin('a', () => true);
      hooks.tap(hook, (title) => title + '!');
      const token = createToken('a', 'Service', 1);
      const container = new ServiceContainer();
      const scope = container.open({ pluginId: 'a', requires: {}, optional: {}, provides: { own: token } });
      scope.export({ own: { name: 'service' } });
      const other = container.open({ pluginId: 'b', requires: { a: token }, optional: {}, provides: {} });
      let forbidden = false;
      try { new Function('return 1')(); } catch { forbidden = true; }
      console.log(JSON.stringify([hooks.call(hook, 'x'), other.services.a.name, forbidden]));`;
    try {
      const { outputFiles } = await build({ stdin: { contents, resolveDir: import.meta.dirname, loader: 'js' }, bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20', banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" } });
      writeFileSync(file, outputFiles[0]?.text ?? '');
      expect(JSON.parse(execFileSync(process.execPath, ['--disallow-code-generation-from-strings', file], { encoding: 'utf8' }))).toEqual(['x!', 'service', true]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
