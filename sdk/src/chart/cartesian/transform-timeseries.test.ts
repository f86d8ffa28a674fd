import { GenericType } from '@orrery/sdk';
import type { ChartDataResult, Dataset, FormData } from '@orrery/sdk';
import type { ChartProps } from '@orrery/sdk/viz';
import type { ThemeTokens } from '@orrery/sdk/web';
import { describe, expect, it } from 'vitest';
import { describeCartesian } from './describe-cartesian.ts';
import { transformTimeseries } from './transform-timeseries.ts';

const DAY = 86_400_000;
const T = GenericType;

function answer(columns: Readonly<Record<string, GenericType>>, rows: ChartDataResult['data'], labels?: ChartDataResult['label_map']): ChartDataResult {
  return { data: rows, colnames: Object.keys(columns), coltypes: Object.values(columns), rowcount: rows.length, status: 'success', error: null, ...(labels ? { label_map: labels } : {}) };
}

function props(formData: Partial<FormData>, result: ChartDataResult, more: Partial<ChartProps> = {}): ChartProps {
  return {
    width: 600, height: 300, formData: { datasource: '1__table', viz_type: 'x', ...formData }, results: [result], filterState: undefined, ownState: {},
    theme: {} as ThemeTokens, locale: 'en', place: 'dashboard', colorOf: (_scheme, label, slot) => (slot === undefined ? `of ${label}` : `slot ${slot}`), ...more,
  };
}

const byRegion = answer({ day: T.Temporal, 'count, North': T.Numeric, 'count, <NULL>': T.Numeric }, [{ day: 0, 'count, North': 1, 'count, <NULL>': 5 }, { day: DAY, 'count, North': 2, 'count, <NULL>': null }], {
  'count, North': ['North'],
  'count, <NULL>': ['<NULL>'],
});
const regional = { x_axis: 'day', metrics: ['count'], groupby: ['region'], time_grain_sqla: 'P1D' };

describe('[VIZ-01] [VIZ-02] what a time-series chart draws', () => {
  it('reads series, their filters and gaps', () => {
    const { model } = transformTimeseries(props(regional, byRegion), 'line');
    expect(model).toMatchObject({ xKind: 'time', xs: [0, DAY], grain: 'P1D', showLegend: true });
    expect(model.series.map(({ label, values, filter, color }) => ({ label, values, filter, color }))).toEqual([
      { label: 'North', values: [1, 2], filter: { region: 'North' }, color: 'of North' },
      { label: '<NULL>', values: [5, null], filter: { region: null }, color: 'of <NULL>' },
    ]);
  });

  it('gives series of metrics the colours of the scheme in order, and their names for people', () => {
    const dataset = { metrics: [{ id: 1, metric_name: 'a', verbose_name: 'Average', expression: 'AVG(a)', d3format: '.1%' }, { id: 2, metric_name: 'b', expression: 'b', d3format: '.1%' }] } as unknown as Dataset;
    const { model } = transformTimeseries(props({ x_axis: 'city', metrics: ['a', 'b'] }, answer({ city: T.String, a: T.Numeric, b: T.Numeric }, [{ city: 'x', a: 0.25, b: 2 }]), { dataset }), 'bar');
    expect(model.series.map(({ label, color }) => [label, color])).toEqual([['Average', 'slot 0'], ['b', 'slot 1']]);
    expect(model.formatY(0.25)).toBe('25.0%');
  });

  it('takes the currency of a saved metric when none was chosen', () => {
    const dataset = { metrics: [{ id: 1, metric_name: 'gross', expression: 'x', d3format: 'SMART_NUMBER', currency: { symbol: 'USD', symbolPosition: 'prefix' } }] } as unknown as Dataset;
    const result = answer({ city: T.String, gross: T.Numeric }, [{ city: 'x', gross: 2e9 }]);
    expect(transformTimeseries(props({ x_axis: 'city', metrics: ['gross'] }, result, { dataset }), 'bar').model.formatY(2e9)).toBe('$ 2B');
    expect(transformTimeseries(props({ x_axis: 'city', metrics: ['gross'], currency_format: { symbol: 'EUR', symbolPosition: 'suffix' } }, result, { dataset }), 'bar').model.formatY(2e9)).toBe('2B €');
  });

  it('fades what a cross-filter leaves out', () => {
    const { model } = transformTimeseries(props(regional, byRegion, { filterState: { value: ['North'] } }), 'line');
    expect(model.series.map(({ isSelected }) => isSelected)).toEqual([true, false]);
    expect(transformTimeseries(props({ x_axis: 'day', metrics: ['n'] }, answer({ day: T.Temporal, n: T.Numeric }, [{ day: 0, n: 1 }]), { filterState: { value: [0] } }), 'bar').model.selectedXs).toEqual([0]);
  });

  it('draws series of other times lighter, in the colour of theirs when asked to', () => {
    const result = answer({ day: T.Temporal, n: T.Numeric, 'n__1 year ago': T.Numeric }, [{ day: 0, n: 1, 'n__1 year ago': 2 }]);
    const ask = { x_axis: 'day', metrics: ['n'], time_compare: ['1 year ago'], comparison_type: 'values' };
    const drawn = (shift: boolean) => transformTimeseries(props({ ...ask, time_shift_color: shift }, result), 'line').model.series.map(({ color, isDerived }) => [color, isDerived]);
    expect(drawn(true)).toEqual([['slot 0', false], ['slot 0', true]]);
    expect(drawn(false)).toEqual([['slot 0', false], ['slot 1', true]]);
  });

  it('sorts series as asked', () => {
    const names = (sort: string, ascending: boolean) => transformTimeseries(props({ ...regional, sort_series_type: sort, sort_series_ascending: ascending }, byRegion), 'line').model.series.map(({ label }) => label);
    expect(names('sum', false)).toEqual(['<NULL>', 'North']);
    expect(names('min', true)).toEqual(['North', '<NULL>']);
    expect(names('name', false)).toEqual(['North', '<NULL>']);
  });

  it('describes itself in a sentence', () => {
    expect(describeCartesian(transformTimeseries(props(regional, byRegion), 'line'))).toBe('Line chart of 2 series (North, <NULL>) by day, 1970-01-01 to 1970-01-02. Highest: 5 (<NULL>) at 1970-01-01.');
    expect(describeCartesian(transformTimeseries(props(regional, answer({ day: T.Temporal }, [])), 'line'))).toBe('No data.');
  });
});
