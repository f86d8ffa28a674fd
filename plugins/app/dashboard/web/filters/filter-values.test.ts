import { describe, expect, it } from 'vitest';
import type { NativeFilter } from '../../contract.ts';
import { canApply, changedFilters, masksToApply, shownValue } from './filter-values.ts';
import { narrowContext } from './narrow-context.ts';

const filter = (id: string, isRequired = false): NativeFilter => ({
  id,
  type: 'NATIVE_FILTER',
  name: id,
  filterType: 'x',
  targets: [{}],
  controlValues: { enableEmptyFilter: isRequired },
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
});
const masks = { a: { filterState: { value: ['1'] } } };

describe('filter values', () => {
  it('shows what was chosen last, else what is in force', () => {
    expect(shownValue({ drafts: {}, masks }, 'a')).toEqual(['1']);
    expect(shownValue({ drafts: { a: null }, masks }, 'a')).toBeNull();
    expect(shownValue({ drafts: {}, masks }, 'b')).toBeNull();
  });

  it('[FILT-04] applies only what changed, and not while something required is empty', () => {
    expect(changedFilters({ drafts: { a: ['1'], b: [] }, masks })).toEqual([]);
    expect(canApply([filter('a')], { drafts: { a: ['1'] }, masks })).toBe(false);
    expect(canApply([filter('a')], { drafts: { a: ['2'] }, masks })).toBe(true);
    expect(canApply([filter('a', true)], { drafts: { a: [] }, masks })).toBe(false);
    expect(canApply([filter('a'), filter('b', true)], { drafts: { a: ['2'] }, masks })).toBe(false);
  });

  it('makes masks of changed filters whose type is here', () => {
    const code = { Input: () => null, toDataMask: (value: unknown) => ({ filterState: { value } }), describe: () => '' };
    const chosen = { drafts: { a: ['2'], b: ['3'] }, masks };
    expect(masksToApply([filter('a'), filter('b')], chosen, { x: { pluginId: 'p', code } })).toEqual({
      a: { id: 'a', filterState: { value: ['2'] } },
      b: { id: 'b', filterState: { value: ['3'] } },
    });
    expect(masksToApply([filter('a')], chosen, { x: new Error('gone') })).toEqual({});
  });
});

describe('narrowContext', () => {
  const context = { datasource: { id: 1, type: 'table' }, queries: [{ columns: ['city'], filters: [{ col: 'z', op: '==', val: 1 }], extras: { where: '(b)' } }] };

  it('[FILT-18] puts the filters depended on before the query’s own', () => {
    const narrowed = narrowContext(context, {
      filters: [{ col: 'state', op: 'IN', val: ['CA'] }],
      adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }],
      time_range: 'Last week',
    });
    expect(narrowed.queries[0]).toEqual({
      columns: ['city'],
      filters: [{ col: 'state', op: 'IN', val: ['CA'] }, { col: 'z', op: '==', val: 1 }],
      extras: { where: '(b) AND (1 = 0)' },
      time_range: 'Last week',
    });
  });

  it('leaves a query alone that depends on nothing', () => {
    expect(narrowContext(context, {})).toBe(context);
  });
});
