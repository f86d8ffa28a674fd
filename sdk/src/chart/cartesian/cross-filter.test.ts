import { describe, expect, it } from 'vitest';
import { crossFilterMask } from './cross-filter.ts';
import { sampleModel, sampleSeries } from './sample-model.ts';

const JANUARY = Date.UTC(2001, 0, 1);
const FEBRUARY = Date.UTC(2001, 1, 1);
const CLEAR = { extraFormData: {}, filterState: { value: null, selectedValues: null } };

describe('[VQ-16] what a click on a mark filters', () => {
  it('a category', () => {
    expect(crossFilterMask(sampleModel({ xName: 'city' }), { series: 0, index: 1 })).toEqual({
      extraFormData: { filters: [{ col: 'city', op: 'IN', val: ['b'] }] },
      filterState: { value: ['b'], selectedValues: ['b'], label: 'b' },
    });
  });
  it('a missing category', () => {
    expect(crossFilterMask(sampleModel({ xName: 'city', xs: ['a', null] }), { series: 0, index: 1 })).toMatchObject({ extraFormData: { filters: [{ col: 'city', op: 'IS NULL' }] }, filterState: { label: '<NULL>' } });
  });
  it('all dimensions of a series', () => {
    const series = [sampleSeries('Fiction, US', [1], { filter: { genre: 'Fiction', country: 'US' } }), sampleSeries('none', [1], { filter: { genre: null, country: 'US' } })];
    const model = sampleModel({ series });
    expect(crossFilterMask(model, { series: 0, index: 0 })).toMatchObject({ extraFormData: { filters: [{ col: 'genre', op: 'IN', val: ['Fiction'] }, { col: 'country', op: 'IN', val: ['US'] }] }, filterState: { value: ['Fiction, US'] } });
    expect(crossFilterMask(model, { series: 1, index: 0 })?.extraFormData?.filters?.[0]).toEqual({ col: 'genre', op: 'IS NULL' });
  });
  it('a whole bucket of time, the last one too', () => {
    const model = sampleModel({ xKind: 'time', xName: 'day', xs: [JANUARY, FEBRUARY], grain: 'P1M' });
    const range = (index: number) => crossFilterMask(model, { series: 0, index })?.extraFormData?.filters?.[0];
    expect(range(0)).toEqual({ col: 'day', op: 'TEMPORAL_RANGE', val: '2001-01-01T00:00:00 : 2001-02-01T00:00:00', grain: 'P1M' });
    expect(range(1)).toMatchObject({ val: '2001-02-01T00:00:00 : 2001-03-01T00:00:00' });
  });
  it('nothing after a second click', () => {
    expect(crossFilterMask(sampleModel({ selectedXs: ['b'] }), { series: 0, index: 1 })).toEqual(CLEAR);
    const series = [sampleSeries('a', [1], { filter: { x: 'a' } }), sampleSeries('b', [1], { filter: { x: 'b' }, isSelected: false })];
    expect(crossFilterMask(sampleModel({ series }), { series: 0, index: 0 })).toEqual(CLEAR);
    expect(crossFilterMask(sampleModel({ series }), { series: 1, index: 0 })).toMatchObject({ filterState: { value: ['b'] } });
  });
});
