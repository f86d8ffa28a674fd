import { expect, it } from 'vitest';
import { HttpError } from '@orrery/sdk/server';
import { applyMetadata, cleanSlug, withUuids } from './dashboard-metadata.ts';

const positions = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  'CHART-a': { id: 'CHART-a', type: 'CHART', meta: { chartId: 7, width: 4 } },
  'CHART-b': { id: 'CHART-b', type: 'CHART', meta: { chartId: 9 } },
  'CHART-c': { id: 'CHART-c', type: 'CHART', meta: { chartId: 7 } },
};

it('[contract §1.4.1] positions are split off and name the charts once', () => {
  const change = applyMetadata({ positions });
  expect(change.positions?.chartIds).toEqual([7, 9]);
  expect(JSON.parse(change.json_metadata)).not.toHaveProperty('positions');
});

it('[contract §1.4.1] filter scopes and defaults are trimmed to charts still present', () => {
  const change = applyMetadata({ positions, filter_scopes: { 7: { a: 1 }, 8: {} }, default_filters: '{"9":{"x":1},"10":{}}' });
  const stored = JSON.parse(change.json_metadata) as Record<string, unknown>;
  expect(stored['filter_scopes']).toEqual({ 7: { a: 1 } });
  expect(stored['default_filters']).toBe('{"9":{"x":1}}');
});

it('[contract §1.4.1] filter scopes survive only together with positions', () => {
  expect(JSON.parse(applyMetadata({ filter_scopes: { 7: {} } }).json_metadata)).not.toHaveProperty('filter_scopes');
});

it('[contract §1.4.1] missing keys get their defaults, absent filters are lost', () => {
  const stored = JSON.parse(applyMetadata({ refresh_frequency: 30, color_namespace: null, shared_label_colors: { a: '#fff' }, show_native_filters: true }).json_metadata) as unknown;
  expect(stored).toEqual({
    timed_refresh_immune_slices: [], expanded_slices: {}, refresh_frequency: 30, color_scheme: '', label_colors: {}, shared_label_colors: [],
    map_label_colors: {}, color_scheme_domain: [], cross_filters_enabled: true,
  });
});

it('[contract §1.4.1] an unknown key is refused by name', () => {
  expect(() => applyMetadata({ nonsense: 1 })).toThrow(HttpError);
  try {
    applyMetadata({ nonsense: 1 });
  } catch (error) {
    expect((error as HttpError).status).toBe(400);
    expect(JSON.stringify((error as HttpError).body)).toContain('"nonsense":["Unknown field."]');
  }
});

it('[contract §1.4.1] chart uuids are written into the layout', () => {
  expect(withUuids(positions, new Map([[7, 'u7']]))['CHART-a']).toMatchObject({ meta: { chartId: 7, width: 4, uuid: 'u7' } });
});

it.each([
  ['  My  First board! ', 'My-First-board'],
  ['Größe_1', 'Größe_1'],
  ['a/b?c', 'abc'],
  ['', null],
  [null, null],
])('[contract §1.4.1] slug %j becomes %j', (slug, clean) => {
  expect(cleanSlug(slug)).toBe(clean);
});
