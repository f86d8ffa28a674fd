import type { IndexedPlugin } from '@orrery/sdk';
import { PluginError } from '@orrery/sdk';
import { linkTo, whenLoaded } from './plugin-assets.ts';

/** Slower preloads are left to the import itself. */
const PRELOAD_MS = 8000;

/** Makes the browser check a plugin's files before it runs them. */
export interface PluginIntegrity {
  /** Adds the hashes of all files to the import map, once per plugin and folder, where the browser takes a second map. */
  declare(plugin: IndexedPlugin, suffix: string): void;
  /** Fetches and checks the entry; rejects with INTEGRITY_MISMATCH or LOAD_NETWORK. */
  check(plugin: IndexedPlugin, entry: string, suffix: string): Promise<void>;
}

/** `nonce` admits the maps under the content security policy. */
export function createPluginIntegrity(document: Document, nonce: string): PluginIntegrity {
  const declared = new Set<string>();
  let canAdd: boolean | undefined;
  const canPreload = document.createElement('link').relList?.supports?.('modulepreload') ?? false;
  return {
    declare(plugin, suffix) {
      const folder = plugin.baseUrl + suffix;
      const files = Object.entries(plugin.integrity).filter(([file]) => /\.m?js$/.test(file));
      if (declared.has(folder) || files.length === 0 || !(canAdd ??= takesSecondMap(document, nonce))) return;
      declared.add(folder);
      // A retried entry has an address of its own; what the map has already it keeps.
      const wanted = suffix ? files.filter(([file]) => file === plugin.manifest.entry?.web) : files;
      addMap(document, nonce, { integrity: Object.fromEntries(wanted.map(([file, hash]) => [new URL(file, plugin.baseUrl).href + suffix, hash])) });
    },
    async check(plugin, entry, suffix) {
      if (!canPreload || !plugin.integrity[entry]) return;
      const link = linkTo(document, 'modulepreload', plugin, entry, suffix);
      const loaded = whenLoaded(link, PRELOAD_MS);
      document.head.append(link);
      const isFine = await loaded;
      link.remove();
      if (!isFine) throw await explain(plugin, link.href);
    },
  };
}

/** A failed preload does not say why; asking for the file again does. */
async function explain(plugin: IndexedPlugin, url: string): Promise<PluginError> {
  const { id } = plugin.manifest;
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
  if (response?.ok) return new PluginError('INTEGRITY_MISMATCH', id, `The code of ${id} is not what its publisher declared. Install the plugin again.`, { context: { url } });
  return new PluginError('LOAD_NETWORK', id, `The code of ${id} could not be fetched: ${response ? `the server answered ${response.status}` : 'no answer'}.`, {
    context: { url, status: response?.status ?? 0 },
  });
}

/** Adds a map with a name of its own and asks for it: where that fails, only the first map of a page counts. */
function takesSecondMap(document: Document, nonce: string): boolean {
  if (!HTMLScriptElement.supports?.('importmap')) return false;
  addMap(document, nonce, { imports: { 'orrery:probe': '/orrery-probe.js' } });
  try {
    return import.meta.resolve('orrery:probe').endsWith('/orrery-probe.js');
  } catch {
    return false;
  }
}

function addMap(document: Document, nonce: string, map: object): void {
  const script = document.createElement('script');
  script.type = 'importmap';
  script.nonce = nonce;
  script.textContent = JSON.stringify(map);
  document.head.append(script);
  // The browser has read it; what stays would be a leak of the plugin.
  script.remove();
}
