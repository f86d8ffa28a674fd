import type { ServerKernel } from '@orrery/kernel/server';
import type { IndexedPlugin } from '@orrery/sdk';

/** Points whose static halves the server reads of plugins it runs no code of. */
const READ_ON_SERVER = ['core.settings'] as const;

/**
 * Makes the server know what plugins added at run time contribute to the points it reads, as it knows it of built-in ones:
 * from their manifests. Nothing else of them is registered: they have no server half, and must not get one this way.
 */
export function followDynamicPlugins(runtime: Pick<ServerKernel['runtime'], 'register' | 'unregister' | 'status'>): (plugins: readonly IndexedPlugin[]) => void {
  let followed: readonly string[] = [];
  return (plugins) => {
    const wanted = plugins.map(dataOnly).filter(({ manifest: { id, contributes = {} } }) => Object.keys(contributes).length > 0 && (followed.includes(id) || !runtime.status(id)));
    const ids = wanted.map(({ manifest }) => manifest.id);
    for (const id of followed) if (!ids.includes(id)) void runtime.unregister(id);
    runtime.register(wanted);
    followed = ids;
  };
}

/** The plugin with the data the server reads, and nothing that could make it do anything. */
function dataOnly(plugin: IndexedPlugin): IndexedPlugin {
  const { manifest } = plugin;
  const contributes = Object.fromEntries(READ_ON_SERVER.flatMap((point) => (manifest.contributes?.[point] ? [[point, manifest.contributes[point]]] : [])));
  const { manifestVersion, id, version, publisher, displayName, description, engines, points } = manifest;
  return { ...plugin, manifest: { manifestVersion, id, version, publisher, displayName, description, engines, points, contributes } };
}
