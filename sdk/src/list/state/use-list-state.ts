import { useCallback, useMemo } from 'react';
import { useLocation, usePlugin } from '@orrery/sdk/web';
import type { ListSort } from '../declaration.ts';
import type { ListState } from './list-state.ts';
import { readListState, writeListState } from './list-state.ts';

/** The list's state is its URL: reading it, and changing it. @internal */
export function useListState(sort: ListSort, hasCards: boolean): readonly [ListState, (change: Partial<ListState>, options?: { replace?: boolean }) => void] {
  const { router, bootstrap } = usePlugin();
  const location = useLocation();
  const prefersCards = hasCards && bootstrap.common.feature_flags['LISTVIEWS_DEFAULT_CARD_VIEW'] === true;
  const defaults = useMemo<ListState>(
    () => ({ filters: {}, pageIndex: 0, sortColumn: sort.column, sortOrder: sort.order, viewMode: prefersCards ? 'card' : 'table' }),
    [sort.column, sort.order, prefersCards],
  );
  const state = useMemo(() => {
    const read = readListState(location.search, defaults);
    return hasCards ? read : { ...read, viewMode: 'table' as const };
  }, [location.search, defaults, hasCards]);
  const change = useCallback(
    (next: Partial<ListState>, options?: { replace?: boolean }): void => {
      const now = router.location();
      const search = writeListState(now.search, { ...readListState(now.search, defaults), ...next }, defaults);
      router.navigateTo(`${now.pathname}${search}${now.hash}`, options);
    },
    [router, defaults],
  );
  return [state, change];
}
