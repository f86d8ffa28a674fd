import type { IndexedPlugin } from '@orrery/sdk';
import type { ApiClient } from '@orrery/sdk/web';
import { isApiError } from '@orrery/sdk/web';
import type { PluginLookup } from '../../common/contract.ts';

type Plugins = readonly IndexedPlugin[];

/** What a look-up needs. */
export interface LookupOptions {
  readonly api: ApiClient;
  /** Completes addresses and applies safe mode. */
  prepare(plugin: IndexedPlugin): IndexedPlugin;
  /** Asks for plugins only the dynamic list knows; resolves when they are known to the runtime. */
  loadDynamic(): Promise<unknown>;
}

/**
 * Finds plugins through `/api/v1/plugin/index`. Every answer is kept while the page lives; a failure is not.
 * Keys of one point asked for in the same turn travel in one request: thirty charts are one question.
 */
export function createIndexLookup({ api, prepare, loadDynamic }: LookupOptions): PluginLookup & { fresh(ids: readonly string[], signal?: AbortSignal): Promise<Plugins> } {
  const answers = new Map<string, Promise<Plugins>>();
  const waiting = new Map<string, { readonly keys: Set<string>; readonly answer: Promise<Plugins> }>();

  const ask = async (params: Record<string, string>, signal?: AbortSignal): Promise<Plugins> => {
    try {
      const { result } = await api.get<{ result: Plugins }>('/api/v1/plugin/index', { params, redirectOn401: false, signal });
      return result.map(prepare);
    } catch (error) {
      // A server without an index has no plugins beyond those of the page and the dynamic list.
      if (isApiError(error) && error.status === 404) return [];
      throw error;
    }
  };
  const keep = (name: string, start: () => Promise<Plugins>): Promise<Plugins> => {
    const known = answers.get(name);
    if (known) return known;
    const answer = start();
    answers.set(name, answer);
    answer.catch(() => answers.delete(name));
    return answer;
  };
  const askForKeys = (point: string, key: string): Promise<Plugins> => {
    const joined = waiting.get(point);
    if (joined) {
      joined.keys.add(key);
      return joined.answer;
    }
    const keys = new Set([key]);
    const answer = Promise.resolve()
      .then(() => waiting.delete(point))
      .then(() => ask({ point, keys: [...keys].join(',') }));
    waiting.set(point, { keys, answer });
    return answer;
  };
  return {
    byPoint(point) {
      void loadDynamic();
      return keep(`point ${point}`, () => ask({ point }));
    },
    async byKey(point, key) {
      const found = await keep(`key ${point} ${key}`, () => askForKeys(point, key));
      if (!found.some((plugin) => offers(plugin, point, key))) await loadDynamic();
      return found;
    },
    async byId(id) {
      const found = await keep(`id ${id}`, () => ask({ ids: id }));
      if (found.length === 0) await loadDynamic();
      return found;
    },
    /** Asks anew, after something has changed on the server; what was kept may be out of date. */
    fresh(ids, signal) {
      answers.clear();
      return ids.length === 0 ? Promise.resolve([]) : ask({ ids: ids.join(',') }, signal);
    },
  };
}

/** The key property depends on the point, so any value counts. */
function offers({ manifest }: IndexedPlugin, point: string, key: string): boolean {
  return (manifest.contributes?.[point] ?? []).some((item) => Object.values(item).includes(key));
}
