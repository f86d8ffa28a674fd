import { GenericType } from '@orrery/sdk';
import type { FormData } from '@orrery/sdk';
import { measureText } from '@orrery/sdk/chart';
import type { ChartProps } from '@orrery/sdk/viz';
import type { ThemeTokens } from '@orrery/sdk/web';
import { describe, expect, it } from 'vitest';
import { layoutPie } from './pie-layout.ts';
import { pie } from './pie.ts';
import { sliceMask } from './slice-mask.ts';

const FONT = '12px sans-serif';
const ROWS = [{ phase: 'Approach', n: 460 }, { phase: 'Climb', n: 200 }, { phase: 'Landing roll', n: 150 }, { phase: 'Take-off run', n: 150 }, { phase: null, n: 30 }, { phase: 'Taxi', n: 10 }];

function draw(formData: Partial<FormData> = {}, rows: ChartProps['results'][number]['data'] = ROWS, filterState?: ChartProps['filterState']) {
  return pie.transformProps({
    width: 400, height: 300, locale: 'en', place: 'dashboard', ownState: {}, filterState,
    formData: { datasource: '1__table', viz_type: 'pie', groupby: ['phase'], metric: 'n', label_type: 'key_percent', ...formData },
    results: [{ data: rows, colnames: ['phase', 'n'], coltypes: [GenericType.String, GenericType.Numeric], rowcount: rows.length, status: 'success', error: null }],
    theme: { colors: { axis: 'grey' } } as unknown as ThemeTokens,
    colorOf: (_scheme, label) => label,
  });
}

describe('[VIZ-15] pie', () => {
  it('collapses small slices into one that filters nothing and lists its members', () => {
    const { slices, otherMembers } = draw({ threshold_for_other: 5 });
    expect(slices.map(({ name, shareText }) => `${name} ${shareText}`)).toEqual(['Approach 46.0%', 'Climb 20.0%', 'Landing roll 15.0%', 'Take-off run 15.0%', 'Other 4.0%']);
    expect(slices[4]).toMatchObject({ filter: {}, color: 'grey' });
    expect(otherMembers).toEqual(['<NULL>: 30', 'Taxi: 10']);
    expect(slices[4] && sliceMask(slices, slices[4])).toBeUndefined();
  });

  it('writes labels of all types', () => {
    const label = (type: string, template?: string) => draw({ label_type: type, label_template: template }).slices[0]?.label;
    expect(['key', 'value', 'percent', 'key_value', 'key_percent', 'key_value_percent', 'value_percent'].map((type) => label(type))).toEqual(['Approach', '460', '46.0%', 'Approach: 460', 'Approach: 46.0%', 'Approach: 460 (46.0%)', '460 (46.0%)']);
    expect(label('template', '{name} {c}\\n{d}')).toBe('Approach 460\n46.0%');
  });

  it('[VQ-16] filters by a click, on nothing too, and stops by another', () => {
    const { slices } = draw();
    const [first, , , , missing] = slices;
    expect(first && sliceMask(slices, first)).toEqual({ extraFormData: { filters: [{ col: 'phase', op: 'IN', val: ['Approach'] }] }, filterState: { value: ['Approach'], selectedValues: ['Approach'], label: 'Approach' } });
    expect(missing && sliceMask(slices, missing)?.extraFormData).toEqual({ filters: [{ col: 'phase', op: 'IS NULL' }] });
    const filtered = draw({}, ROWS, { value: ['Approach'] }).slices;
    expect(filtered[0] && sliceMask(filtered, filtered[0])).toEqual({ extraFormData: {}, filterState: { value: null, selectedValues: null } });
    expect(filtered.map(({ isSelected }) => isSelected)).toEqual([true, false, false, false, false, false]);
  });

  it('takes at most 100 rows along from another chart', () => {
    expect(pie.controlPanel.onSwitch?.({ datasource: '1__table', viz_type: 'pie', row_limit: 5000 })).toMatchObject({ row_limit: 100 });
  });

  it.each([[600, 300], [400, 300], [320, 260], [240, 320], [200, 150]])('keeps labels inside and apart at %d × %d, and leaves no stubs', (width, height) => {
    const { shapes, isCrowded } = layoutPie(draw({ label_line: true }), width, height, FONT);
    const boxes = shapes.flatMap(({ label }) => {
      if (!label) return [];
      const wide = Math.max(...label.lines.map((line) => measureText(line, FONT)));
      for (const line of label.lines) expect(line.length).toBeGreaterThan(3);
      return [{ left: label.anchor === 'start' ? label.x : label.x - wide, right: label.anchor === 'start' ? label.x + wide : label.x, top: label.y - label.lines.length * 7.5, bottom: label.y + label.lines.length * 7.5 }];
    });
    for (const box of boxes) {
      expect(box.left).toBeGreaterThanOrEqual(-width / 2 - 1);
      expect(box.right).toBeLessThanOrEqual(width / 2 + 1);
      expect(box.top).toBeGreaterThanOrEqual(-height / 2 - 1);
      expect(box.bottom).toBeLessThanOrEqual(height / 2 + 1);
    }
    for (const [at, a] of boxes.entries()) for (const b of boxes.slice(at + 1)) expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5).toBe(true);
    // Four slices reach the threshold of 5 %.
    expect(isCrowded).toBe(boxes.length < 4);
  });
});
