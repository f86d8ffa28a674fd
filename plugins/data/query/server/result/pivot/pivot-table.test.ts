import { GenericType } from '@orrery/sdk';
import { describe, expect, it } from 'vitest';
import { createFrame } from '../../frame/frame.ts';
import { pivotTable } from './pivot-table.ts';

const DAY = Date.UTC(2024, 0, 1);
const frame = createFrame(
  [
    { key: ['region'], values: ['b', 'a', 'a', null] },
    { key: ['day'], values: [DAY, DAY, DAY, DAY], generic: GenericType.Temporal },
    { key: ['kind'], values: ['x', 'y', 'x', 'x'] },
    { key: ['total'], values: [4, 1, 2, 3] },
    { key: ['count'], values: [1, 1, 1, 1] },
  ],
  4,
);

/** The table as lines of text, header first. */
function lines(form: object, names: Record<string, string> = {}): string[] {
  const { columns, rowCount } = pivotTable(frame, { metrics: ['total'], groupbyRows: ['region'], groupbyColumns: ['kind'], ...form }, names);
  return [columns.map(({ key }) => key[0]).join('|'), ...Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row] ?? '').join('|'))];
}

describe('[contract §3.5] [VIZ-11] the pivot of post_processed', () => {
  it('has rows and columns sorted by key, and metrics on top', () => {
    expect(lines({})).toEqual(['region|total x|total y', '<NULL>|3|', 'a|2|1', 'b|4|']);
    expect(lines({ metrics: ['total', 'count'] })[0]).toBe('region|total x|total y|count x|count y');
    expect(lines({ metrics: ['total', 'count'], combineMetric: true })[0]).toBe('region|x total|x count|y total|y count');
  });

  it('folds totals from the rows, not from cells', () => {
    expect(lines({ aggregateFunction: 'Average', rowTotals: true, colTotals: true })).toEqual(['region|total x|total y|Total (Average)', '<NULL>|3||3', 'a|2|1|1.5', 'b|4||4', 'Total (Average)|3|1|2.5']);
  });

  it('sorts by value, and keeps metrics in their order', () => {
    expect(lines({ rowOrder: 'value_z_to_a', colOrder: 'key_z_to_a' })).toEqual(['region|total y|total x', 'b||4', '<NULL>||3', 'a|1|2']);
    expect(lines({ rowOrder: 'value_a_to_z' }).slice(1).map((line) => line[0])).toEqual(['<', 'a', 'b']);
  });

  it('puts metrics on rows, transposes, and uses the names people gave', () => {
    expect(lines({ metricsLayout: 'ROWS', metrics: ['total', 'count'], groupbyColumns: [] }, { total: 'Sum of all', region: 'Where' })).toEqual([
      'Metric|Where|Total (Sum)', 'Sum of all|<NULL>|3', 'Sum of all|a|3', 'Sum of all|b|4', 'count|<NULL>|1', 'count|a|2', 'count|b|1',
    ]);
    expect(lines({ transposePivot: true })).toEqual(['kind|total <NULL>|total a|total b', 'x|3|2|4', 'y||1|']);
  });

  it('adds subtotals before or after what they sum up', () => {
    const form = { groupbyRows: ['region', 'kind'], groupbyColumns: [], rowSubTotals: true };
    expect(lines(form)).toEqual(['region|kind|total', '<NULL>|x|3', '<NULL>|Subtotal|3', 'a|x|2', 'a|y|1', 'a|Subtotal|3', 'b|x|4', 'b|Subtotal|4']);
    expect(lines({ ...form, rowSubtotalPosition: true })[1]).toBe('<NULL>|Subtotal|3');
  });

  it('answers shares of rows, columns and all', () => {
    expect(lines({ aggregateFunction: 'Sum as Fraction of Total' })[2]).toBe('a|0.2|0.1');
    expect(lines({ aggregateFunction: 'Sum as Fraction of Rows' })[3]).toBe('b|1|');
    expect(lines({ aggregateFunction: 'Count as Fraction of Columns' })[2]).toBe(`a|${1 / 3}|1`);
  });

  it.each([
    ['Count', '4'], ['Count Unique Values', '4'], ['List Unique Values', '4, 1, 2, 3'], ['Median', '2.5'], ['Sample Variance', String(5 / 3)],
    ['Sample Standard Deviation', String(Math.sqrt(5 / 3))], ['Minimum', '1'], ['Maximum', '4'], ['First', '1'], ['Last', '4'], ['No such', '10'],
  ])('knows %s', (aggregateFunction, all) => {
    expect(lines({ groupbyRows: [], groupbyColumns: [], aggregateFunction })[1]).toBe(all);
  });

  it('names instants and leaves out what the rows do not hold', () => {
    expect(lines({ groupbyRows: ['day', 'gone'], groupbyColumns: [] })).toEqual(['day|total', '2024-01-01 00:00:00|10']);
  });
});
