import { GenericType } from '@orrery/sdk';
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
 * Widths in px that fill `available`: as wide as the widest cell and the header's longest word, wider for a header on one
 * line where there is room. What is too much is taken from the widest text columns. Columns with a width of their own keep it.
 */
export function columnWidths(columns: readonly TableColumn[], rows: readonly DataRow[], totals: DataRow | undefined, available: number, font: string): readonly number[] {
  const sample = totals ? [...rows.slice(0, MEASURED_ROWS), totals] : rows.slice(0, MEASURED_ROWS);
  const needs = columns.map((column) => need(column, sample, font));
  const sum = (key: 'base' | 'preferred'): number => needs.reduce((total, item) => total + item[key], 0);
  if (sum('base') > available) return shrink(needs, sum('base') - available);
  const missing = sum('preferred') - sum('base');
  const granted = missing === 0 ? 0 : Math.min(1, (available - sum('base')) / missing);
  const widths = needs.map(({ base, preferred }) => base + (preferred - base) * granted);
  return stretch(needs, widths, available - widths.reduce((total, width) => total + width, 0));
}

interface Need {
  /** Width at which nothing is cut and headers may wrap. */
  readonly base: number;
  /** Width at which the header stands on one line. */
  readonly preferred: number;
  /** Width to which it may give way. */
  readonly least: number;
  readonly isFixed: boolean;
}

function need(column: TableColumn, sample: readonly DataRow[], font: string): Need {
  if (column.width) return { base: column.width, preferred: column.width, least: column.width, isFixed: true };
  const bold = `600 ${font}`;
  const word = column.label.split(/\s+/).reduce((most, part) => Math.max(most, measureText(part, bold)), 0) + ARROW + PADDING;
  const cells = sample.reduce((most, row) => Math.max(most, measureText(column.format(row[column.key]), font)), 0) + PADDING;
  const isText = column.type === GenericType.String;
  const base = Math.ceil(Math.min(isText ? MOST_TEXT : Infinity, Math.max(LEAST, word, cells)));
  return { base, preferred: Math.max(base, Math.ceil(measureText(column.label, bold)) + ARROW + PADDING), least: isText ? Math.min(base, Math.max(LEAST_TEXT, word)) : base, isFixed: false };
}

function stretch(needs: readonly Need[], widths: readonly number[], spare: number): readonly number[] {
  const sum = widths.reduce((total, width, at) => total + (needs[at]?.isFixed ? 0 : width), 0);
  return sum === 0 ? widths : widths.map((width, at) => (needs[at]?.isFixed ? width : width + (spare * width) / sum));
}

/** The highest common limit for columns at which the excess is gone; none falls below its least width. */
function shrink(needs: readonly Need[], excess: number): readonly number[] {
  const cutAt = (limit: number): readonly number[] => needs.map(({ base, least }) => Math.max(least, Math.min(base, limit)));
  const wanted = needs.reduce((total, { base }) => total + base, 0) - excess;
  let [low, high] = [0, needs.reduce((most, { base }) => Math.max(most, base), 0)];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (cutAt(middle).reduce((total, width) => total + width, 0) <= wanted) low = middle;
    else high = middle;
  }
  return cutAt(low);
}
