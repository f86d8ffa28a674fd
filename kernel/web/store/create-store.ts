import { applyMiddleware, legacy_createStore } from 'redux';
import type { Middleware, Store, UnknownAction } from 'redux';
import { stdChannel } from 'redux-saga';
import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { Action, Reducer } from '@orrery/sdk/web';

/** State of all plugins by plugin id. */
export type SliceStates = Readonly<Record<string, unknown>>;

/** The redux store of the page: one slice per plugin, nothing else. */
export interface SliceStore {
  readonly channel: ReturnType<typeof stdChannel>;
  dispatch(action: Action): void;
  getState(): SliceStates;
  subscribe(listener: () => void): () => void;
  has(pluginId: string): boolean;
  /** Slices added in one turn are installed together, at the latest when somebody reads or dispatches. */
  setReducer(pluginId: string, reducer: Reducer<unknown> | undefined): void;
  /** Development: slices removed until this is disposed keep their state for the one that takes their place. */
  keepStates(): Disposable;
}

/** Creates the store. `onFault` hears of reducers that throw; the slice then keeps its last good state. */
export function createSliceStore(onFault: (pluginId: string, error: unknown) => void): SliceStore {
  const reducers = new Map<string, Reducer<unknown>>();
  const channel = stdChannel();
  let keepers = 0;
  // Sagas see an action after the reducers have.
  const toSagas: Middleware = () => (next) => (action) => {
    const result = next(action);
    channel.put(action as Action);
    return result;
  };
  const reduce = (state: SliceStates = {}, action: UnknownAction): SliceStates => {
    let next: Record<string, unknown> | undefined;
    for (const [id, reducer] of reducers) {
      const before = state[id];
      let after = before;
      try {
        after = reducer(before, action as Action);
      } catch (error) {
        onFault(id, error);
      }
      if (after !== before || !(id in state)) (next ??= { ...state })[id] = after;
    }
    for (const id of Object.keys(state)) if (!reducers.has(id) && keepers === 0) delete (next ??= { ...state })[id];
    return next ?? state;
  };
  const store: Store<SliceStates> = legacy_createStore(reduce as never, applyMiddleware(toSagas));
  let isStale = false;
  const flush = () => {
    if (!isStale) return;
    isStale = false;
    store.replaceReducer(reduce as never);
  };
  return {
    channel,
    dispatch(action) {
      flush();
      store.dispatch(action as UnknownAction);
    },
    getState() {
      flush();
      return store.getState();
    },
    subscribe: (listener) => store.subscribe(listener),
    has: (pluginId) => reducers.has(pluginId),
    keepStates() {
      keepers += 1;
      return toDisposable(() => void (keepers -= 1));
    },
    setReducer(pluginId, reducer) {
      if (reducer) reducers.set(pluginId, reducer);
      else reducers.delete(pluginId);
      if (!isStale) queueMicrotask(flush);
      isStale = true;
    },
  };
}
