import { describe, expect, it } from 'vitest';
import { buildQueryCases } from '../../../../tests/fixtures/build-query-cases.ts';
import { timeseriesLine } from './timeseries-line.ts';

const cases = buildQueryCases(/^echarts_timeseries_line(?![\w-])/);

describe.skipIf(cases.length === 0)('[VIZ-01] query of echarts_timeseries_line', () => {
  it.each(cases)('$id $name', ({ input, expected }) => {
    const { form_data: _echo, force, ...context } = timeseriesLine.buildQuery(input.form_data, { ownState: input.own_state });
    expect(force).toBe(false);
    expect(JSON.parse(JSON.stringify(context))).toEqual(expected);
  });
});
