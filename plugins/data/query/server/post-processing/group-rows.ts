import type { Cell, Column } from '../frame/frame.ts';
import { compareCells } from '../frame/frame.ts';

/** Rows with equal keys. */
export interface Group {
  readonly key: readonly Cell[];
  readonly rows: number[];
}

/** Groups rows by the values of columns, in order of first sight or sorted by key. */
export function groupRows(columns: readonly Column[], rowCount: number, options: { readonly isSorted: boolean; readonly dropNull: boolean }): readonly Group[] {
  const groups = new Map<string, Group>();
  for (let row = 0; row < rowCount; row++) {
    const key = columns.map((column) => column.values[row] ?? null);
    if (options.dropNull && key.includes(null)) continue;
    const id = key.length === 1 ? `${typeof key[0]}${String(key[0])}` : JSON.stringify(key);
    const group = groups.get(id);
    if (group) group.rows.push(row);
    else groups.set(id, { key, rows: [row] });
  }
  const all = [...groups.values()];
  return options.isSorted ? all.sort((a, b) => compareKeys(a.key, b.key)) : all;
}

export function compareKeys(a: readonly Cell[], b: readonly Cell[]): number {
  for (let at = 0; at < a.length; at++) {
    const order = compareCells(a[at] ?? null, b[at] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}
