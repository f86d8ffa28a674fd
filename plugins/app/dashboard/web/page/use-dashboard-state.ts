import { useCallback } from 'react';
import { usePlugin, useSliceState } from '@orrery/sdk/web';
import { NOTHING_OPEN } from '../state/dashboard-slice.ts';
import type { DashboardAction, DashboardState } from '../state/dashboard-slice.ts';

/** A value of the dashboard's state. */
export function useDashboardState<T>(select: (state: DashboardState) => T): T {
  return useSliceState<DashboardState, T>((state) => select(state ?? NOTHING_OPEN));
}

/** Sends what happened. */
export function useDispatch(): (action: DashboardAction) => void {
  const { store } = usePlugin();
  return useCallback((action: DashboardAction) => store.dispatch(action), [store]);
}
