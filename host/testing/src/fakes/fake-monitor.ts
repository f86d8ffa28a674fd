import type { PluginRuntime } from '@orrery/kernel/common';
import type { PluginContext, PluginMonitor } from '@orrery/sdk/web';

/** The platform's view of the plugins of a test; there is no list of plugins added at run time. */
export function fakeMonitor(runtime: () => PluginRuntime<PluginContext>): PluginMonitor {
  return {
    safeMode: 0,
    paused: [],
    pause: async () => {},
    list: () =>
      runtime()
        .statuses()
        .map(({ id, plugin, state, reason, activatedBy, loadMs, activateMs, faults }) => ({ id, displayName: plugin.manifest.displayName, version: plugin.manifest.version, source: plugin.source, state, reason, activatedBy, loadMs, activateMs, faults, longFrameMs: 0 })),
    loadDynamic: async () => ({ phase: 'off' }),
    reload: async () => {},
    async retry(id) {
      runtime().enable(id);
      await runtime().activate(id, 'retry');
    },
    onDidChange: (listener) => runtime().onDidChange(() => listener()),
  };
}
