import { expect, it } from 'vitest';
import type { FormData } from '@orrery/sdk';
import { withChartDefaults } from './with-chart-defaults.ts';

const time = (comparator: string) => ({ operator: 'TEMPORAL_RANGE', subject: 'day', comparator });
const initial = { viz_type: 'table', row_limit: 1000, adhoc_filters: [time('No filter'), { operator: '==', subject: 'a', comparator: 'No filter' }] } as unknown as FormData;
const asked = { viz_type: 'table' } as FormData;

it('[EXPL-18] starts a new chart with the range and the row limit people set', () => {
  expect(withChartDefaults(initial, asked, { timeRange: 'Last week', rowLimit: 50 })).toMatchObject({ row_limit: 50, adhoc_filters: [time('Last week'), { comparator: 'No filter' }] });
});

it('leaves what the address asks for, what the chart type lacks, and everything without defaults', () => {
  expect(withChartDefaults(initial, { ...asked, row_limit: 1000 }, { timeRange: 'No filter', rowLimit: 50 })).toEqual(initial);
  expect(withChartDefaults(asked, asked, { timeRange: 'Last week', rowLimit: 50 })).toEqual(asked);
  expect(withChartDefaults(initial, asked, { timeRange: undefined, rowLimit: undefined })).toEqual(initial);
});
