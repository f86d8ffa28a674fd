import { describe, expect, it } from 'vitest';
import { buildQueryCases } from '../../../../tests/fixtures/build-query-cases.ts';
import { timeseriesBar } from './timeseries-bar.ts';

const cases = buildQueryCases(/^echarts_timeseries_bar(?![\w-])/);

describe.skipIf(cases.length === 0)('[VIZ-02] query of echarts_timeseries_bar', () => {
  it.each(cases)('$id $name', ({ input, expected }) => {
    const { form_data: _echo, force, ...context } = timeseriesBar.buildQuery(input.form_data, { ownState: input.own_state });
    expect(force).toBe(false);
    expect(JSON.parse(JSON.stringify(context))).toEqual(expected);
  });
});
