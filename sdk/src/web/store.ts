import type { Disposable } from '@orrery/sdk';

/** @public */
export interface Action {
  /** `<pluginId>/<EVENT>`; actions of a foreign prefix are refused. */
  readonly type: string;
  readonly [key: string]: unknown;
}

/** @public */
export type Reducer<S> = (state: S | undefined, action: Action) => S;

/**
 * A plugin's part of the redux store: one slice and its sagas, injected at activation and removed with the plugin.
 * A reducer or saga that throws is attributed and contained.
 * @public
 */
export interface PluginStore<S = unknown> {
  /** Adds the plugin's slice; the state of {@link getState} is then `S`. */
  injectSlice<T extends S>(reducer: Reducer<T>): Disposable;
  /** Runs a redux-saga generator as a root of its own; it is cancelled on dispose. */
  injectSaga(saga: () => Generator): Disposable;
  dispatch(action: Action): void;
  /** The plugin's own slice; undefined before it is injected. */
  getState(): S | undefined;
  /** Another plugin's slice; use the selectors of its `contract.ts` on it. */
  getForeignState(pluginId: string): unknown;
  subscribe(listener: () => void): Disposable;
}
