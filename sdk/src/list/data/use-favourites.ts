import { useCallback, useEffect, useState } from 'react';
import { isApiError, usePlugin } from '@orrery/sdk/web';
import { useListText } from '../texts.ts';

/** @public */
export interface Favourites {
  isFavourite(id: number): boolean;
  /** Stars or unstars at once, and takes it back with a toast when the server refuses. */
  toggle(id: number): void;
}

/** Stars of the rows shown (contract §1.1 favourites). @public */
export function useFavourites(resource: string, ids: readonly number[], isEnabled = true): Favourites {
  const { api, ui } = usePlugin();
  const t = useListText();
  const [starred, setStarred] = useState<Readonly<Record<number, boolean>>>({});
  const key = isEnabled ? ids.join(',') : '';
  useEffect(() => {
    if (key === '') return;
    const abort = new AbortController();
    api.get<{ result: readonly { id: number; value: boolean }[] }>(`/api/v1/${resource}/favorite_status/`, { q: key.split(',').map(Number), signal: abort.signal }).then(
      ({ result }) => !abort.signal.aborted && setStarred((before) => ({ ...before, ...Object.fromEntries(result.map((item) => [item.id, item.value])) })),
      () => undefined,
    );
    return () => abort.abort();
  }, [api, resource, key]);
  const toggle = useCallback(
    (id: number): void => {
      const next = !starred[id];
      setStarred((before) => ({ ...before, [id]: next }));
      const path = `/api/v1/${resource}/${id}/favorites/`;
      (next ? api.post(path) : api.delete(path)).catch((error: unknown) => {
        setStarred((before) => ({ ...before, [id]: !next }));
        ui.toast('danger', t('favourite.failed', { error: isApiError(error) ? error.message : String(error) }));
      });
    },
    [api, ui, t, resource, starred],
  );
  return { isFavourite: (id) => starred[id] ?? false, toggle };
}
