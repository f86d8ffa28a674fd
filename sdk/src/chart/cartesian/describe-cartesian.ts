import type { CartesianProps } from './transform-timeseries.ts';

/** One sentence on what the chart shows: extent, series, first, last and extreme values. @public */
export function describeCartesian({ model }: CartesianProps): string {
  const { series, xs } = model;
  const first = series[0];
  if (!first || xs.length === 0) return 'No data.';
  const kind = model.mark === 'bar' ? 'Bar chart' : model.mark === 'scatter' ? 'Scatter plot' : model.showArea ? 'Area chart' : 'Line chart';
  const range = xs.length > 1 ? `${model.formatXLong(xs[0] ?? null)} to ${model.formatXLong(xs[xs.length - 1] ?? null)}` : model.formatXLong(xs[0] ?? null);
  const names = series.length === 1 ? first.label : `${series.length} series (${series.slice(0, 3).map((item) => item.label).join(', ')}${series.length > 3 ? ' …' : ''})`;
  const peak = series.flatMap((item) => item.values.map((value, at) => ({ value, at, label: item.label }))).reduce((best, item) => ((item.value ?? -Infinity) > (best.value ?? -Infinity) ? item : best));
  return `${kind} of ${names} by ${model.xName}, ${range}. Highest: ${model.formatY(peak.value)}${series.length > 1 ? ` (${peak.label})` : ''} at ${model.formatXLong(xs[peak.at] ?? null)}.`;
}
