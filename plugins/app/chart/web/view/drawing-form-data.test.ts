import { describe, expect, it } from 'vitest';
import type { FormData } from '@orrery/sdk';
import type { ControlPanel } from '@orrery/sdk/viz';
import { drawingFormData } from './drawing-form-data.ts';

const queried: FormData = { datasource: '1__table', viz_type: 'pie', groupby: ['a'], donut: false };
const entry = { status: 'success' as const, queriedFormData: queried, answeredKey: 'q1' };
const panel: ControlPanel = {
  sections: [{ id: 's', label: 's', tab: 'customize', rows: [[{ name: 'donut', control: { type: 'checkbox', label: 'd', renderTrigger: true } }]] }],
};

describe('form data to draw with', () => {
  it('is the current one while it asks the same question', () => {
    const current = { ...queried, anything: 1 };
    expect(drawingFormData(entry, current, 'q1', panel)).toBe(current);
  });

  it('is that of the results, with looks from the current one, while the question differs', () => {
    const current = { ...queried, groupby: ['b'], donut: true, color_scheme: 'x' };
    expect(drawingFormData(entry, current, 'q2', panel)).toEqual({ ...queried, donut: true, color_scheme: 'x' });
  });

  it('is that of the results, unchanged, when nothing of the looks differs', () => {
    expect(drawingFormData(entry, { ...queried, groupby: ['b'] }, 'q2', panel)).toBe(queried);
  });

  it('never meets another viz type’s results', () => {
    expect(drawingFormData(entry, { ...queried, viz_type: 'table' }, 'q1', panel)).toBe(queried);
  });
});
