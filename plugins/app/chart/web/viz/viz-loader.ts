import type { ComponentType } from 'react';
import type { ContributionReader, Disposable } from '@orrery/sdk';
import { isPluginError } from '@orrery/sdk';
import { VizTypes, withMigrations } from '@orrery/sdk/viz';
import type { ChartComponentProps, VizType } from '@orrery/sdk/viz';
import type { PluginMonitor } from '@orrery/sdk/web';

/** A viz type whose code is here. */
export interface LoadedViz {
  readonly type: string;
  readonly pluginId: string;
  readonly title: string;
  readonly viz: VizType<object>;
}

/** Why a viz type could not be drawn. */
export interface VizFailure {
  readonly type: string;
  readonly pluginId: string;
  readonly reason: string;
  /** The fallback its manifest declares, where the plugin itself is off. */
  readonly fallback?: string;
}

/** The viz type that draws in place of the one asked for; `loaded` is absent when only the built-in table is left. */
export interface VizResolution {
  readonly asked: string;
  readonly loaded?: LoadedViz;
  readonly failure?: VizFailure;
}

export type ChartComponent = ComponentType<ChartComponentProps<object>>;

/** Loads viz types by their key, and the next in line when one cannot be had. */
export interface VizLoader extends Disposable {
  /** The answer when it is known already; rendering then needs no second pass. */
  peek(type: string): VizResolution | undefined;
  /** Never rejects: walks the declared fallbacks, `table` at last. `exclude` holds types that failed to draw. */
  resolve(type: string, exclude?: readonly string[]): Promise<VizResolution>;
  loadChart(loaded: LoadedViz): Promise<ChartComponent>;
  peekChart(loaded: LoadedViz): ChartComponent | undefined;
  /** Forgets what is known of a type, so that the next resolve tries again. */
  forget(type: string): void;
  onDidChange(listener: () => void): Disposable;
}

/** At last, whatever a plugin declares. */
const LAST = 'table';

/**
 * `hold` keeps queries back while code is on its way, so that all charts of a page ask together; `monitor` tells when a
 * plugin that failed runs after all.
 */
export function createVizLoader(points: ContributionReader, hold: () => Disposable, monitor?: Pick<PluginMonitor, 'list' | 'onDidChange'>): VizLoader {
  let resolved = new Map<string, VizResolution>();
  let loading = new Map<string, Promise<LoadedViz>>();
  const charts = new WeakMap<LoadedViz, { component?: ChartComponent; promise?: Promise<ChartComponent> }>();
  const listeners = new Set<() => void>();

  const reset = () => {
    resolved = new Map();
    loading = new Map();
    for (const listener of [...listeners]) listener();
  };
  // Contributions come and go with their plugins; a delta of types never asked for changes nothing here.
  const subscription = points.onDidChange(VizTypes, (delta) => {
    const touched = [...delta.added, ...delta.removed].some(({ key }) => loading.has(key) || resolved.has(key) || isMissing(key));
    if (touched) reset();
  });
  /** Plugins that did not run when a chart needed them. */
  const awaited = new Set<string>();
  const isRunning = (id: string) => monitor?.list().some((plugin) => plugin.id === id && plugin.state === 'active') ?? false;
  const recovery = monitor?.onDidChange(() => {
    const back = [...awaited].filter(isRunning);
    for (const id of back) awaited.delete(id);
    if (back.length > 0) reset();
  });
  const isMissing = (type: string) => [...resolved.values()].some(({ failure }) => failure?.type === type);

  function load(type: string): Promise<LoadedViz> {
    const known = loading.get(type);
    if (known) return known;
    const release = hold();
    const own = loading;
    const promise = loadViz(points, type).finally(() => release.dispose());
    promise.catch(() => own.delete(type));
    own.set(type, promise);
    return promise;
  }

  async function resolve(asked: string, exclude: readonly string[] = []): Promise<VizResolution> {
    const tried = new Set(exclude);
    let failure: VizFailure | undefined;
    let last: VizFailure | undefined;
    for (let type: string | undefined = asked; type !== undefined; type = nextType(points, type, tried, last?.fallback)) {
      if (tried.has(type)) continue;
      tried.add(type);
      try {
        return { asked, loaded: await load(type), failure };
      } catch (error) {
        last = describeFailure(points, type, error);
        failure ??= last;
      }
    }
    return { asked, failure };
  }

  return {
    peek: (type) => resolved.get(type),
    async resolve(type, exclude) {
      if (exclude && exclude.length > 0) return resolve(type, exclude);
      const known = resolved.get(type);
      if (known) return known;
      const own = resolved;
      const resolution = await resolve(type);
      own.set(type, resolution);
      const failed = resolution.failure?.pluginId;
      if (failed && !isRunning(failed)) awaited.add(failed);
      return resolution;
    },
    peekChart: (loaded) => charts.get(loaded)?.component,
    loadChart(loaded) {
      const known = charts.get(loaded);
      if (known?.promise) return known.promise;
      const state: { component?: ChartComponent; promise?: Promise<ChartComponent> } = {};
      state.promise = loaded.viz.loadChart().then((component) => (state.component = component));
      // A rejection is never kept: the network may be back at the next try.
      state.promise.catch(() => charts.delete(loaded));
      charts.set(loaded, state);
      return state.promise;
    },
    forget(type) {
      loading.delete(type);
      for (const [key, { failure }] of resolved) if (key === type || failure?.type === type) resolved.delete(key);
    },
    onDidChange(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    dispose() {
      subscription.dispose();
      recovery?.dispose();
      listeners.clear();
    },
  };
}

async function loadViz(points: ContributionReader, type: string): Promise<LoadedViz> {
  const code = await points.load(VizTypes, type);
  const viz = withMigrations(await code.load());
  const entry = points.find(VizTypes, type);
  return { type, pluginId: entry?.pluginId ?? 'chart', title: entry?.value.title ?? type, viz };
}

/** The declared fallback, else the table, unless both were tried; the static half is known even when the code is broken. */
export function nextType(points: ContributionReader, type: string, tried: ReadonlySet<string>, known?: string): string | undefined {
  const declared = known ?? points.find(VizTypes, type)?.value.fallback;
  return [declared, LAST].find((candidate) => candidate !== undefined && !tried.has(candidate));
}

/** Names the plugin behind a failure as well as it can be known. */
export function describeFailure(points: ContributionReader, type: string, error: unknown): VizFailure {
  const owner = isPluginError(error) ? error.pluginId : points.find(VizTypes, type)?.pluginId;
  const declared = isPluginError(error) ? (error.context['declared'] as { fallback?: string } | undefined) : undefined;
  return { type, pluginId: owner ?? '', reason: error instanceof Error ? error.message : String(error), fallback: declared?.fallback };
}
