import type { DataRow } from '@orrery/sdk';
import type { TableColumn } from './table.ts';

/** @internal */
export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/** Rows in which any formatted cell holds the text, whatever its case. */
export function filterRows(rows: readonly DataRow[], columns: readonly TableColumn[], search: string): readonly DataRow[] {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return rows;
  return rows.filter((row) => columns.some((column) => column.format(row[column.key]).toLowerCase().includes(wanted)));
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Sorted by one column; empty cells stay last in both directions; equal rows keep their order. */
export function sortRows(rows: readonly DataRow[], sort: Sort | undefined): readonly DataRow[] {
  if (!sort) return rows;
  const sign = sort.descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [a[sort.key] ?? null, b[sort.key] ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (typeof left === 'number' && typeof right === 'number' ? left - right : collator.compare(String(left), String(right)));
  });
}
