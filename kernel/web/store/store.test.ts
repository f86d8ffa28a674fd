import { takeEvery } from 'redux-saga/effects';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DisposableStore } from '@orrery/sdk';
import type { Action } from '@orrery/sdk/web';
import { createPluginStore } from './create-plugin-store.ts';
import { createSliceStore } from './create-store.ts';

const counter = (state: number | undefined, action: Action) => (action.type === 'a/ADDED' ? (state ?? 0) + 1 : (state ?? 0));
const faults = vi.fn();
afterEach(() => faults.mockReset());

function setUp() {
  const store = createSliceStore((id, error) => faults(id, error, 'reducer'));
  const of = (id: string) => {
    const subscriptions = new DisposableStore();
    return { subscriptions, store: createPluginStore(store, id, subscriptions, faults) };
  };
  return { store, of };
}

describe('plugin store', () => {
  it('[C8] injects a slice that is readable at once and gone after dispose', () => {
    const { store, of } = setUp();
    const a = of('a');
    a.store.injectSlice(counter);
    expect(a.store.getState()).toBe(0);
    a.store.dispatch({ type: 'a/ADDED' });
    expect(a.store.getState()).toBe(1);
    a.subscriptions.dispose();
    expect(store.getState()).toEqual({});
  });

  it('keeps the state of slices that are exchanged during development', () => {
    const { store, of } = setUp();
    const a = of('a');
    a.store.injectSlice(counter);
    a.store.dispatch({ type: 'a/ADDED' });
    const kept = store.keepStates();
    a.subscriptions.dispose();
    expect(store.getState()).toEqual({ a: 1 });
    of('a').store.injectSlice(counter);
    kept.dispose();
    expect(store.getState()).toEqual({ a: 1 });
  });

  it('[C8] installs the slices of one turn with one replay', async () => {
    const { store, of } = setUp();
    const seen = vi.fn();
    store.subscribe(seen);
    for (const id of ['a', 'b', 'c']) of(id).store.injectSlice(() => id);
    await Promise.resolve();
    expect(seen).toHaveBeenCalledTimes(1);
    expect(store.getState()).toEqual({ a: 'a', b: 'b', c: 'c' });
  });

  it('[C8] contains a throwing reducer: the caller goes on, the state stays, the plugin is named', () => {
    const { of } = setUp();
    const a = of('a');
    const b = of('b');
    a.store.injectSlice(counter);
    b.store.injectSlice((state: number | undefined, action: Action) => {
      if (action.type === 'a/ADDED') throw new Error('boom');
      return state ?? 7;
    });
    expect(b.store.getState()).toBe(7);
    a.store.dispatch({ type: 'a/ADDED' });
    expect(a.store.getState()).toBe(1);
    expect(b.store.getState()).toBe(7);
    expect(faults).toHaveBeenCalledWith('b', expect.objectContaining({ message: 'boom' }), 'reducer');
  });

  it('refuses a second slice and foreign action types', () => {
    const { of } = setUp();
    const a = of('a');
    a.store.injectSlice(counter);
    expect(() => a.store.injectSlice(counter)).toThrow(expect.objectContaining({ code: 'SLICE_EXISTS' }));
    expect(() => a.store.dispatch({ type: 'b/ADDED' })).toThrow(expect.objectContaining({ code: 'ACTION_PREFIX' }));
  });

  it('[C8] runs sagas isolated: one that crashes is attributed, the others go on until disposed', async () => {
    const { of } = setUp();
    const a = of('a');
    const b = of('b');
    const heard: string[] = [];
    a.store.injectSaga(function* () {
      yield takeEvery('a/ADDED', (action: Action) => void heard.push(action.type));
    });
    b.store.injectSaga(function* () {
      yield takeEvery('a/ADDED', () => {
        throw new Error('saga down');
      });
    });
    a.store.dispatch({ type: 'a/ADDED' });
    await new Promise((resolve) => setTimeout(resolve));
    a.store.dispatch({ type: 'a/ADDED' });
    expect(heard).toHaveLength(2);
    expect(faults).toHaveBeenCalledTimes(1);
    expect(faults).toHaveBeenCalledWith('b', expect.objectContaining({ message: 'saga down' }), 'saga');
    a.subscriptions.dispose();
    a.store.dispatch({ type: 'a/ADDED' });
    expect(heard).toHaveLength(2);
  });
});
