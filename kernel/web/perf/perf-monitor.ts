import type { Disposable } from '@orrery/sdk';

/** What a plugin cost the main thread beyond 50 ms a frame, in milliseconds. */
export interface PluginCost {
  readonly longFrameMs: number;
  readonly longFrames: number;
}

interface ScriptTiming {
  readonly sourceURL?: string;
  readonly duration: number;
}

/** Sums long animation frames by the plugin whose script ran in them. */
export interface PerfMonitor extends Disposable {
  cost(pluginId: string): PluginCost;
}

/** `attribute` answers the plugin an address belongs to. Browsers without the measure report zero. */
export function createPerfMonitor(attribute: (url: string) => string | undefined): PerfMonitor {
  const costs = new Map<string, PluginCost>();
  const add = (entries: readonly PerformanceEntry[]) => {
    for (const entry of entries) {
      const scripts = (entry as PerformanceEntry & { readonly scripts?: readonly ScriptTiming[] }).scripts ?? [];
      for (const { sourceURL, duration } of scripts) {
        const id = sourceURL && attribute(sourceURL);
        if (!id) continue;
        const before = costs.get(id) ?? { longFrameMs: 0, longFrames: 0 };
        costs.set(id, { longFrameMs: before.longFrameMs + duration, longFrames: before.longFrames + 1 });
      }
    }
  };
  const isSupported = typeof PerformanceObserver !== 'undefined' && PerformanceObserver.supportedEntryTypes?.includes('long-animation-frame');
  const observer = isSupported ? new PerformanceObserver((list) => add(list.getEntries())) : undefined;
  observer?.observe({ type: 'long-animation-frame', buffered: true });
  return {
    cost: (pluginId) => costs.get(pluginId) ?? { longFrameMs: 0, longFrames: 0 },
    dispose: () => observer?.disconnect(),
  };
}
