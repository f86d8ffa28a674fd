import { watch } from 'node:fs';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IndexedPlugin } from '@orrery/sdk';
import type { RouteDefinition } from '@orrery/sdk/server';
import { HttpResponse } from '@orrery/sdk/server';

const SETTLE_MS = 30;

/** Tells open pages which plugins were rebuilt (server-sent events); development only. */
export function developmentEvents(distDir: string, onChange: () => void): RouteDefinition {
  const file = path.join(distDir, 'plugin-index.json');
  const hashes = (): Map<string, string> => new Map((JSON.parse(readFileSync(file, 'utf8')) as IndexedPlugin[]).map((plugin) => [plugin.manifest.id, plugin.baseUrl]));
  let known = hashes();
  const listeners = new Set<(ids: readonly string[]) => void>();
  let timer: NodeJS.Timeout | undefined;
  watch(distDir, (_event, name) => {
    if (name !== 'plugin-index.json') return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const next = hashes();
      const changed = [...next].filter(([id, baseUrl]) => known.get(id) !== baseUrl).map(([id]) => id);
      known = next;
      if (changed.length === 0) return;
      onChange();
      for (const listener of listeners) listener(changed);
    }, SETTLE_MS);
  }).unref();

  async function* events(signal: AbortSignal): AsyncGenerator<string> {
    yield ': connected\n\n';
    while (!signal.aborted) {
      const ids = await new Promise<readonly string[]>((resolve) => {
        const listener = (changed: readonly string[]): void => {
          listeners.delete(listener);
          resolve(changed);
        };
        listeners.add(listener);
        signal.addEventListener('abort', () => listener([]), { once: true });
      });
      if (ids.length > 0) yield `data: ${JSON.stringify(ids)}\n\n`;
    }
  }
  return {
    method: 'GET',
    path: '/dev/events',
    permission: null,
    handler: (request) => new HttpResponse({ headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }, stream: events(request.signal) }),
  };
}
