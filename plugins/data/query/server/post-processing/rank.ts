import type { Cell, Frame } from '../frame/frame.ts';
import { compareCells, needColumn, withColumns } from '../frame/frame.ts';
import { groupRows } from './group-rows.ts';
import type { Options } from './options.ts';
import { checkNames } from './options.ts';
import { textOf } from '../context/text-of.ts';

/** Percentile rank of a metric, ties averaged, overall or within groups. */
export function rank(frame: Frame, options: Options): Frame {
  checkNames('rank', options, ['metric', 'group_by']);
  const metric = needColumn(frame, textOf(options['metric'] ?? ''));
  const group = typeof options['group_by'] === 'string' && options['group_by'] !== '' ? [needColumn(frame, options['group_by'])] : [];
  const groups = group.length > 0 ? groupRows(group, frame.rowCount, { isSorted: false, dropNull: false }) : [{ key: [], rows: Array.from({ length: frame.rowCount }, (_, row) => row) }];
  const values: Cell[] = Array.from({ length: frame.rowCount }, () => null);
  for (const { rows } of groups) {
    const known = rows.filter((row) => metric.values[row] !== null).sort((a, b) => compareCells(metric.values[a] ?? null, metric.values[b] ?? null));
    for (let start = 0; start < known.length; ) {
      let end = start;
      while (end + 1 < known.length && compareCells(metric.values[known[end + 1]!] ?? null, metric.values[known[start]!] ?? null) === 0) end++;
      for (let at = start; at <= end; at++) values[known[at]!] = ((start + end) / 2 + 1) / known.length;
      start = end + 1;
    }
  }
  return withColumns(frame, [{ key: ['rank'], values }]);
}
