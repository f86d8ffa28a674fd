import { GenericType } from '@orrery/sdk';
import type { ChartDataResult, FormData } from '@orrery/sdk';
import type { ThemeTokens } from '@orrery/sdk/web';
import { describe, expect, it } from 'vitest';
import { bigNumberTotal } from './big-number-total.ts';
import { totalLayout } from './total-layout.ts';

function draw(value: string | number | null, formData: Partial<FormData> = {}, type: GenericType = GenericType.Numeric) {
  const result: ChartDataResult = { data: [{ n: value }], colnames: ['n'], coltypes: [type], rowcount: 1, status: 'success', error: null };
  const theme = { colors: { success: 'green', danger: 'red', warning: 'amber', accent: 'blue' } } as unknown as ThemeTokens;
  return bigNumberTotal.transformProps({ width: 200, height: 100, locale: 'en', place: 'dashboard', ownState: {}, filterState: undefined, results: [result], theme, colorOf: () => '', formData: { datasource: '1__table', viz_type: 'big_number_total', metric: 'n', ...formData } });
}

describe('[VIZ-12] big number', () => {
  it('formats numbers, dates, texts and nothing', () => {
    expect(draw(1_234_567).text).toBe('1.23M');
    expect(draw(1_234_567, { y_axis_format: ',d' }).text).toBe('1,234,567');
    expect(draw(0, { time_format: '%Y-%m-%d' }, GenericType.Temporal).text).toBe('1970-01-01');
    expect(draw('Berlin').text).toBe('Berlin');
    expect(draw(null).text).toBe('–');
  });
  it('colours the number by the first rule that applies', () => {
    const rules = [{ operator: '<', targetValue: 10, colorScheme: 'colorError' }, { operator: '≤ x ≤', targetValueLeft: 10, targetValueRight: '20', colorScheme: 'colorSuccess' }];
    expect([5, 15, 25].map((value) => draw(value, { conditional_formatting: rules }).color)).toEqual(['red', 'green', undefined]);
  });
  it.each([[400, 200], [150, 80], [80, 40], [40, 20]])('stays within %d × %d', (width, height) => {
    const { numberSize, nameSize, subtitleSize } = totalLayout({ width, height, textWidth: 400, numberSize: 0.5, nameSize: 0.15, subtitleSize: 0.15 });
    expect(numberSize * 1.15 + (nameSize + subtitleSize) * 1.4).toBeLessThanOrEqual(height + 1);
  });
});
