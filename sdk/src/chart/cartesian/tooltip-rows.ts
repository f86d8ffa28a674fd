import { numberFormat } from '../format/number-format.ts';
import type { TooltipRow } from '../tooltip/chart-tooltip.tsx';
import type { CartesianModel } from './cartesian-model.ts';
import type { Hit } from './cross-filter.ts';

const share = numberFormat('.1%');

/** What the tooltip says of one x: its series, the one under the pointer strong, and their total. */
export function tooltipRows(model: CartesianModel, hit: Hit): readonly TooltipRow[] {
  const isPiled = model.stack !== 'none';
  const values = model.series.map((series, index) => ({ index, series, value: series.values[hit.index] ?? null }));
  const listed = values
    .filter(({ index, value }) => value !== null && (!isPiled || value !== 0) && (model.richTooltip || index === hit.series))
    // A pile is listed from its top down.
    .sort((a, b) => (isPiled && !model.tooltipSorted ? b.index - a.index : (b.value ?? 0) - (a.value ?? 0)));
  const total = values.reduce((sum, { value }) => sum + (value ?? 0), 0);
  const rows = listed.map(({ index, series, value }): TooltipRow => ({
    label: series.label,
    value: model.tooltipShares && total !== 0 ? `${model.formatY(value)} (${share((value ?? 0) / total)})` : model.formatY(value),
    color: series.color,
    isStrong: index === hit.series && values.length > 1,
  }));
  return model.tooltipTotal && model.richTooltip && listed.length > 1 ? [...rows, { label: 'Σ', value: model.formatY(total), isStrong: true }] : rows;
}
