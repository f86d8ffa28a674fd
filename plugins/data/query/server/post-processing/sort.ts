import type { Frame } from '../frame/frame.ts';
import { compareCells, needColumn, takeRows } from '../frame/frame.ts';
import type { Options } from './options.ts';
import { checkNames, texts } from './options.ts';

/** Stable sort by values, or by the index; null comes last. */
export function sort(frame: Frame, options: Options): Frame {
  checkNames('sort', options, ['by', 'ascending', 'is_sort_index']);
  const by = Array.isArray(options['by']) ? texts(options['by']) : typeof options['by'] === 'string' ? [options['by']] : [];
  const directions = Array.isArray(options['ascending']) ? options['ascending'] : [];
  const columns = options['is_sort_index'] === true ? frame.index : by.map((name) => needColumn(frame, name));
  const isAscending = (at: number): boolean => (directions[at] ?? options['ascending']) !== false;
  const rows = Array.from({ length: frame.rowCount }, (_, row) => row).sort((a, b) => {
    for (const [at, column] of columns.entries()) {
      const [x, y] = [column.values[a] ?? null, column.values[b] ?? null];
      const order = compareCells(x, y);
      if (order !== 0) return x === null || y === null || isAscending(at) ? order : -order;
    }
    return a - b;
  });
  return takeRows(frame, rows);
}
