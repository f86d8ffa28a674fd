import type { IndexedPlugin, PluginErrorCode, PluginManifest } from '@orrery/sdk';
import { PluginError } from '@orrery/sdk';
import type { ApiClient } from '@orrery/sdk/web';
import { isApiError } from '@orrery/sdk/web';

const LIST_MS = 3000;
const MANIFEST_MS = 3000;

/** How the list of dynamic plugins fares. */
export interface DynamicListState {
  readonly phase: 'idle' | 'loading' | 'ready' | 'off' | 'failed';
  /** Why the list failed. */
  readonly reason?: PluginError;
}

/** What the loader needs. */
export interface DynamicPluginOptions {
  readonly api: ApiClient;
  /** Origins plugins may come from beside this one. */
  readonly origins: readonly string[];
  isKnown(id: string): boolean;
  /** Registers those of the ids that the server has ingested; they need no manifest from elsewhere. */
  adopt(ids: readonly string[], signal: AbortSignal): Promise<unknown>;
  register(plugin: IndexedPlugin): void;
  reject(plugin: IndexedPlugin, reason: PluginError): void;
  prepare(plugin: IndexedPlugin): IndexedPlugin;
  /** Answers the problems of a manifest as sentences; the validator is loaded for the first plugin that needs it. */
  validate(plugin: IndexedPlugin): Promise<readonly string[]>;
  readonly fetch?: typeof fetch;
}

/** Plugins of `GET /dynamic-plugins/api/read` that the index does not have, e.g. of a Superset server. */
export interface DynamicPluginLoader {
  readonly state: DynamicListState;
  /** Reads the list once; `again` reads it anew. Never rejects, never takes longer than its limits. */
  load(again?: boolean): Promise<void>;
}

/** Creates the loader; nothing is asked for before the first `load`. */
export function createDynamicPlugins(options: DynamicPluginOptions): DynamicPluginLoader {
  let state: DynamicListState = { phase: 'idle' };
  let loading: Promise<void> | undefined;

  async function read(): Promise<void> {
    state = { phase: 'loading' };
    try {
      const answer = await options.api.get<unknown>('/dynamic-plugins/api/read', { signal: AbortSignal.timeout(LIST_MS), redirectOn401: false });
      const result = Array.isArray(answer) ? answer : ((answer as { result?: unknown } | undefined)?.result ?? []);
      const entries = (Array.isArray(result) ? result : []) as readonly ({ key?: unknown; bundle_url?: unknown } | null)[];
      const keys = entries.flatMap((entry) => (typeof entry?.key === 'string' && entry.key !== '' && !options.isKnown(entry.key) ? [entry.key] : []));
      if (keys.length > 0) await options.adopt(keys, AbortSignal.timeout(LIST_MS)).catch(() => {});
      await Promise.all(entries.map(admit));
      state = { phase: 'ready' };
    } catch (error) {
      const status = isApiError(error) ? error.status : undefined;
      const why = status ? `the server answered ${status}` : `no answer within ${LIST_MS / 1000} s`;
      const reason = new PluginError('LIST_UNAVAILABLE', '', `The list of dynamic plugins could not be read: ${why}. Everything else works; try again on the Plugins page.`, { cause: error });
      state = status === 404 ? { phase: 'off' } : { phase: 'failed', reason };
    }
  }

  async function admit(entry: { key?: unknown; bundle_url?: unknown } | null): Promise<void> {
    const key = typeof entry?.key === 'string' ? entry.key : '';
    if (!entry || key === '' || options.isKnown(key)) return;
    const refuse = (code: PluginErrorCode, message: string, baseUrl: string, cause?: unknown) =>
      options.reject(unknownPlugin(key, baseUrl), new PluginError(code, key, message, { cause, context: { bundleUrl: entry.bundle_url } }));
    if (typeof entry.bundle_url !== 'string' || !URL.canParse(entry.bundle_url, location.href)) {
      return refuse('MANIFEST_UNAVAILABLE', `${key} has no valid bundle_url. Correct it on the Plugins page.`, location.href);
    }
    const bundle = new URL(entry.bundle_url, location.href);
    const baseUrl = new URL('./', bundle).href;
    if (bundle.origin !== location.origin && !options.origins.includes(bundle.origin)) {
      return refuse('ORIGIN_NOT_ALLOWED', `${key} comes from ${bundle.origin}, which is not allowed here. Ask an administrator to add it to PLUGIN_ORIGINS.`, baseUrl);
    }
    let manifest: PluginManifest;
    try {
      manifest = await readManifest(baseUrl);
    } catch (error) {
      return refuse('MANIFEST_UNAVAILABLE', `No plugin.json could be read beside the bundle of ${key}: ${messageOf(error)}. Serve it from the same folder.`, baseUrl, error);
    }
    if (manifest?.id !== key) {
      return refuse('MANIFEST_ID_MISMATCH', `The bundle listed as ${key} is the plugin "${String(manifest?.id)}". List it under that key.`, baseUrl);
    }
    const hashes = (await readJson(new URL('plugin.files.json', baseUrl)).catch(() => ({}))) as Record<string, string>;
    const web = bundle.pathname.slice(bundle.pathname.lastIndexOf('/') + 1);
    const plugin: IndexedPlugin = {
      manifest: web ? { ...manifest, entry: { ...manifest.entry, web } } : manifest,
      source: 'dynamic',
      tier: 'trusted',
      baseUrl,
      integrity: Object.fromEntries(Object.entries(hashes).filter(([file]) => /\.(?:m?js|css)$/.test(file))),
    };
    const problems = await options.validate(plugin).catch((error: unknown) => [messageOf(error)]);
    if (problems.length > 0) return refuse('MANIFEST_INVALID', `The plugin.json of ${key} is not valid: ${problems.join('; ')}.`, baseUrl);
    options.register(options.prepare(plugin));
  }

  /** The manifest with its texts in place, as the plugin index of our own server answers it. */
  async function readManifest(baseUrl: string): Promise<PluginManifest> {
    const manifest = (await readJson(new URL('plugin.json', baseUrl))) as PluginManifest;
    const text = JSON.stringify(manifest);
    if (!/"%[^%"\s]+%"/.test(text)) return manifest;
    const [tag = 'en'] = [document.documentElement.lang].filter((each) => manifest.locales?.includes(each));
    const texts = (await readJson(new URL(`locales/${tag}.json`, baseUrl)).catch(() => ({}))) as Record<string, string>;
    return JSON.parse(text.replace(/"%([^%"\s]+)%"/g, (_all, key: string) => JSON.stringify(texts[key] ?? key))) as PluginManifest;
  }

  async function readJson(url: URL): Promise<unknown> {
    const response = await (options.fetch ?? fetch)(url.href, { signal: AbortSignal.timeout(MANIFEST_MS), credentials: 'same-origin' });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return response.json();
  }

  return {
    get state() {
      return state;
    },
    load(again = false) {
      if (again && state.phase !== 'loading') loading = undefined;
      return (loading ??= read());
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Stands for a plugin of which only the key is known. */
function unknownPlugin(id: string, baseUrl: string): IndexedPlugin {
  const manifest: PluginManifest = { manifestVersion: 1, id, version: '0.0.0', publisher: '', displayName: id, description: '', engines: { sdk: '*' } };
  return { manifest, source: 'dynamic', tier: 'trusted', baseUrl, integrity: {} };
}
