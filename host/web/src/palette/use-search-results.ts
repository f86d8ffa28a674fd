import { useEffect, useState } from 'react';
import type { SearchResult } from '@orrery/sdk/web';
import { SearchProviders } from '@orrery/sdk/web';
import type { WebKernel } from '../../../../kernel/web/index.ts';

const DEBOUNCE_MS = 250;
const PER_PROVIDER = 5;

/** What one provider found. */
export interface SearchGroup {
  readonly key: string;
  readonly title: string;
  readonly results: readonly SearchResult[];
}

/** Asks every search provider once typing pauses; a provider that fails is left out. */
export function useSearchResults({ runtime, ctx }: WebKernel, text: string): { readonly groups: readonly SearchGroup[]; readonly isSearching: boolean } {
  const [found, setFound] = useState<{ readonly text: string; readonly groups: readonly SearchGroup[] }>({ text: '', groups: [] });
  useEffect(() => {
    if (text.length < 2) return;
    const controller = new AbortController();
    const search = async () => {
      const providers = await runtime.points.loadAll(SearchProviders);
      const groups = await Promise.all(
        providers.map(async ({ key, value }) => {
          const code = await runtime.points.load(SearchProviders, key);
          const results = await code.search(text, controller.signal);
          return { key, title: value.title, results: results.slice(0, PER_PROVIDER) };
        }).map((search) =>
          search.catch((error: unknown) => {
            if (!controller.signal.aborted) ctx.log.warn('A search provider failed', { error });
            return undefined;
          }),
        ),
      );
      if (!controller.signal.aborted) setFound({ text, groups: groups.filter((group) => group !== undefined && group.results.length > 0) as SearchGroup[] });
    };
    const timer = setTimeout(() => {
      search().catch(() => setFound({ text, groups: [] }));
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [runtime, ctx, text]);
  const isCurrent = found.text === text;
  return { groups: isCurrent ? found.groups : [], isSearching: text.length >= 2 && !isCurrent };
}
