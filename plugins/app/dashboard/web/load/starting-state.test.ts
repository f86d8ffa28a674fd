import { describe, expect, it } from 'vitest';
import { encodeRison } from '@orrery/sdk';
import { ApiError } from '@orrery/sdk/web';
import type { ApiClient } from '@orrery/sdk/web';
import type { NativeFilter } from '../../contract.ts';
import { filtersWithoutFirst, loadLinkedState, startingMasks } from './starting-state.ts';
import { loadBundle } from './load-bundle.ts';

const apiOf = (answers: Record<string, unknown>) => {
  const asked: string[] = [];
  const get = async (path: string) => {
    asked.push(path);
    if (!(path in answers)) throw new ApiError({ message: 'Not found', status: 404, url: path });
    return answers[path];
  };
  return { api: { get } as unknown as ApiClient, asked };
};
const signal = new AbortController().signal;
const filter = (id: string, more: Partial<NativeFilter> = {}): NativeFilter => ({
  id,
  type: 'NATIVE_FILTER',
  name: id,
  filterType: 'filter_select',
  targets: [{}],
  controlValues: {},
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  ...more,
});

describe('the state an address names', () => {
  it('[DASH-002] takes a permalink’s masks and tabs before stored filters', async () => {
    const { api } = apiOf({ '/api/v1/dashboard/permalink/K': { dashboardId: '3', state: { dataMask: { a: { id: 'a' } }, activeTabs: ['TAB-1'] } } });
    expect(await loadLinkedState(api, '3', '?permalink_key=K&native_filters_key=F', signal)).toEqual({ masks: { a: { id: 'a' } }, activeTabs: ['TAB-1'], isExpired: false });
  });

  it('[DASH-002] reads stored filters, and lets masks in the address override them', async () => {
    const { api } = apiOf({ '/api/v1/dashboard/my%20slug/filter_state/F': { value: '{"a":{"filterState":{"value":[1]}}}' } });
    expect((await loadLinkedState(api, 'my slug', '?native_filters_key=F', signal)).masks).toEqual({ a: { filterState: { value: [1] } } });
    const inline = encodeRison({ b: { filterState: { value: ['x'] } } });
    const search = `?${new URLSearchParams({ native_filters_key: 'F', native_filters: inline })}`;
    expect((await loadLinkedState(api, 'my slug', search, signal)).masks).toEqual({ b: { filterState: { value: ['x'] } } });
  });

  it('tells when what the address names is gone, or cannot be read', async () => {
    const { api } = apiOf({});
    expect(await loadLinkedState(api, '3', '?native_filters_key=F', signal)).toEqual({ activeTabs: [], isExpired: true });
    expect((await loadLinkedState(api, '3', '?native_filters=(', signal)).isExpired).toBe(true);
    expect(await loadLinkedState(api, '3', '', signal)).toEqual({ activeTabs: [], isExpired: false });
  });
});

describe('starting masks', () => {
  const withDefault = filter('a', { defaultDataMask: { extraFormData: { filters: [] }, filterState: { value: ['x'] } } });

  it('are the filters’ defaults, unless the address says something', () => {
    expect(startingMasks([withDefault, filter('b', { defaultDataMask: {} })], undefined)).toEqual({ a: { ...withDefault.defaultDataMask, id: 'a' } });
    expect(startingMasks([withDefault], {})).toEqual({});
  });

  it('[FILT-05] leave to be chosen first what has no value yet', () => {
    const first = filter('f', { requiredFirst: true });
    const takes = filter('t', { controlValues: { defaultToFirstItem: true } });
    expect(filtersWithoutFirst([first, takes, filter('n')], { t: { filterState: { value: [1] } } })).toEqual(['f']);
  });
});

describe('loadBundle', () => {
  it('opens a dashboard with one request', async () => {
    const { api, asked } = apiOf({ '/api/v1/dashboard/sales/bundle': { dashboard: { id: 1 } } });
    expect(await loadBundle(api, 'sales', signal)).toEqual({ dashboard: { id: 1 } });
    expect(asked).toHaveLength(1);
  });

  it('[DASH-001] makes the contract’s calls where the server has no bundle, and does without datasets', async () => {
    const { api } = apiOf({ '/api/v1/dashboard/3': { result: { id: 3 } }, '/api/v1/dashboard/3/charts': { result: [{ id: 7 }] } });
    expect(await loadBundle(api, '3', signal)).toEqual({ dashboard: { id: 3 }, charts: [{ id: 7 }], datasets: [], isFavourite: false, canEdit: false });
  });

  it('answers 404 for a dashboard that does not exist', async () => {
    await expect(loadBundle(apiOf({}).api, '3', signal)).rejects.toMatchObject({ status: 404 });
  });
});
