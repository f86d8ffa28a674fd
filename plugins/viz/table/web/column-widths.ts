import type { DataRow } from '@orrery/sdk';
import { measureText } from '@orrery/sdk/chart';
import type { TableColumn } from './table.ts';

const PADDING = 21;
/** Room for the sort arrow beside a header. */
const ARROW = 12;
const MEASURED_ROWS = 200;
const LEAST = 56;
/** A text column gives way down to this width before the table scrolls. */
const LEAST_TEXT = 96;
const MOST_TEXT = 420;

/**
 * Widths in px that fill `available`: as wide as the widest cell and the longest word of the header; what is too much is
 * taken from the widest text columns, what is left goes to all. Columns with a width of their own keep it.
 */
export function columnWidths(columns: readonly TableColumn[], rows: readonly DataRow[], totals: DataRow | undefined, available: number, font: string): readonly number[] {
  const sample = totals ? [...rows.slice(0, MEASURED_ROWS), totals] : rows.slice(0, MEASURED_ROWS);
  const natural = columns.map((column) => {
    if (column.width) return column.width;
    const header = column.label.split(/\s+/).reduce((most, word) => Math.max(most, measureText(word, `600 ${font}`)), 0) + ARROW;
    const cells = sample.reduce((most, row) => Math.max(most, measureText(column.format(row[column.key]), font)), 0);
    // Headers may wrap, but two short words should not stand on two lines for a few pixels.
    const oneLine = measureText(column.label, `600 ${font}`) + ARROW;
    const width = Math.max(header, cells, Math.min(oneLine, 110));
    return Math.ceil(Math.min(column.isMetric ? Infinity : MOST_TEXT, Math.max(LEAST, width + PADDING)));
  });
  const total = natural.reduce((sum, width) => sum + width, 0);
  if (total <= available) return stretch(columns, natural, available - total);
  return shrink(columns, natural, total - available);
}

function stretch(columns: readonly TableColumn[], widths: readonly number[], spare: number): readonly number[] {
  const weights = widths.map((width, at) => (columns[at]?.width ? 0 : width));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return sum === 0 ? widths : widths.map((width, at) => width + (spare * (weights[at] ?? 0)) / sum);
}

/** Cuts the widest text columns to a common width until the excess is gone or all are as narrow as they may be. */
function shrink(columns: readonly TableColumn[], widths: readonly number[], excess: number): readonly number[] {
  const result = [...widths];
  const flexible = columns.flatMap((column, at) => (column.isMetric || column.width ? [] : [at])).sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
  let left = excess;
  for (let count = 1; count <= flexible.length && left > 0; count += 1) {
    const group = flexible.slice(0, count);
    const next = Math.max(LEAST_TEXT, count < flexible.length ? (result[flexible[count] ?? 0] ?? 0) : LEAST_TEXT);
    const width = result[group[0] ?? 0] ?? 0;
    const cut = Math.min(Math.max(0, width - next), left / count);
    for (const at of group) result[at] = (result[at] ?? 0) - cut;
    left -= cut * count;
  }
  return result;
}
