import { runSaga } from 'redux-saga';
import { setContext } from 'redux-saga/effects';
import type { DisposableStore } from '@orrery/sdk';
import { PluginError, toDisposable } from '@orrery/sdk';
import type { Action, PluginStore } from '@orrery/sdk/web';
import type { SliceStore } from './create-store.ts';

/** The store as one plugin sees it: its own slice, its own sagas, its own actions. */
export function createPluginStore(
  store: SliceStore,
  pluginId: string,
  subscriptions: DisposableStore,
  onFault: (pluginId: string, error: unknown, where: string) => void,
): PluginStore {
  const dispatch = (action: Action): Action => {
    if (!action.type.startsWith(`${pluginId}/`)) {
      throw new PluginError('ACTION_PREFIX', pluginId, `Plugin ${pluginId} dispatched "${action.type}". Action types must begin with "${pluginId}/".`, {
        context: { type: action.type },
      });
    }
    store.dispatch(action);
    return action;
  };
  const getState = () => store.getState()[pluginId];
  const subscribe = (listener: () => void) => subscriptions.add(toDisposable(store.subscribe(listener)));
  return {
    injectSlice(reducer) {
      if (store.has(pluginId)) throw new PluginError('SLICE_EXISTS', pluginId, `Plugin ${pluginId} has a slice already. Combine its reducers into one.`);
      store.setReducer(pluginId, reducer as never);
      return subscriptions.add(toDisposable(() => store.setReducer(pluginId, undefined)));
    },
    injectSaga(saga) {
      function* root(): Generator {
        yield setContext({ pluginId });
        yield* saga();
      }
      const task = runSaga({ channel: store.channel, dispatch, getState, onError: () => {} }, root);
      task.toPromise().catch((error: unknown) => onFault(pluginId, error, 'saga'));
      return subscriptions.add(toDisposable(() => task.cancel()));
    },
    dispatch: (action) => void dispatch(action),
    getState,
    getForeignState: (id) => store.getState()[id],
    subscribe(listener) {
      const subscription = subscribe(listener);
      return toDisposable(() => {
        subscriptions.delete(subscription);
        subscription.dispose();
      });
    },
  };
}
