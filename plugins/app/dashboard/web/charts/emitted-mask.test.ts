import { describe, expect, it } from 'vitest';
import type { DataMask } from '@orrery/sdk';
import { emittedMask } from './emitted-mask.ts';

const select = (...val: string[]): DataMask => ({ extraFormData: { filters: [{ col: 'carrier', op: 'IN', val }] }, filterState: { value: val, selectedValues: val } });

describe('emitted masks', () => {
  it('[VQ-16] takes a new selection in place of the old', () => {
    expect(emittedMask(undefined, select('AA'), true)).toEqual(select('AA'));
    expect(emittedMask({ id: '1', ...select('AA') }, select('DL'), true)).toEqual(select('DL'));
  });

  it('[VQ-16] clears the selection that is emitted again', () => {
    expect(emittedMask({ id: '1', ...select('AA') }, select('AA'), true)).toMatchObject({ extraFormData: {}, filterState: { value: null } });
  });

  it('changes nothing when nothing changes', () => {
    const cleared = { extraFormData: {}, filterState: { value: null } };
    expect(emittedMask({ id: '1', ...cleared }, cleared, true)).toBeUndefined();
    expect(emittedMask({ id: '1', ownState: { currentPage: 1 } }, { ownState: { currentPage: 1 } }, true)).toBeUndefined();
  });

  it('takes only own state where cross-filters are off', () => {
    expect(emittedMask(undefined, { ...select('AA'), ownState: { currentPage: 1 } }, false)).toEqual({ ownState: { currentPage: 1 } });
    expect(emittedMask(undefined, select('AA'), false)).toBeUndefined();
  });
});
