import { usePlugin, useSliceState } from '@orrery/sdk/web';
import type { ExploreAction } from './actions.ts';
import { INITIAL_STATE } from './explore-state.ts';
import type { ExploreState } from './explore-state.ts';

/** Explore's state; re-renders with it. */
export function useExplore(): ExploreState {
  return useSliceState<ExploreState, ExploreState>((state) => state ?? INITIAL_STATE);
}

/** Says what happened. */
export function useDispatch(): (action: ExploreAction) => void {
  const { store } = usePlugin();
  return store.dispatch as (action: ExploreAction) => void;
}
