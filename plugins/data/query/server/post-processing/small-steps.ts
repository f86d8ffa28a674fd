import { QueryError } from '../query-error.ts';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { columnsOf, compareCells, createFrame, flatLabel, needColumn, takeRows, toNumber, withColumns } from '../frame/frame.ts';
import { groupRows } from './group-rows.ts';
import type { Options } from './options.ts';
import { aggregates, checkNames, renames, texts } from './options.ts';

/** Groups rows and folds columns; rows with a null key are left out. */
export function aggregate(frame: Frame, options: Options): Frame {
  checkNames('aggregate', options, ['groupby', 'aggregates']);
  const keys = texts(options['groupby']).map((name) => needColumn(frame, name));
  const specs = aggregates(options['aggregates']);
  const sources = specs.map(({ source }) => needColumn(frame, source));
  const groups = keys.length > 0 ? groupRows(keys, frame.rowCount, { isSorted: true, dropNull: true }) : [{ key: [], rows: Array.from({ length: frame.rowCount }, (_, row) => row) }];
  const columns: Column[] = [
    ...keys.map((column, at) => ({ ...column, values: groups.map(({ key }) => key[at] ?? null) })),
    ...specs.map((spec, at) => ({ key: [spec.target], values: groups.map(({ rows }) => spec.fold(rows.map((row) => sources[at]!.values[row] ?? null))) })),
  ];
  return createFrame(columns, groups.length);
}

/** Difference to the row (or column) `periods` before. */
export function diff(frame: Frame, options: Options): Frame {
  checkNames('diff', options, ['columns', 'periods', 'axis']);
  const periods = typeof options['periods'] === 'number' ? options['periods'] : 1;
  const minus = (a: Cell, b: Cell): Cell => {
    const [x, y] = [toNumber(a), toNumber(b)];
    return x === null || y === null ? null : x - y;
  };
  const pairs = renames(options['columns']);
  if (options['axis'] === 1) {
    const picked = pairs.map(([from]) => needColumn(frame, from));
    return withColumns(
      frame,
      picked.map((column, at) => ({ key: [pairs[at]![1] ?? pairs[at]![0]], values: column.values.map((value, row) => minus(value, picked[at - periods]?.values[row] ?? null)) })),
    );
  }
  return withColumns(
    frame,
    pairs.flatMap(([from, to]) => columnsOf(frame, from).map((column) => ({ key: [to ?? from, ...column.key.slice(1)], values: column.values.map((value, row) => minus(value, column.values[row - periods] ?? null)) }))),
  );
}

/** Percentile rank of a metric, ties averaged, overall or within groups. */
export function rank(frame: Frame, options: Options): Frame {
  checkNames('rank', options, ['metric', 'group_by']);
  const metric = needColumn(frame, String(options['metric'] ?? ''));
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

/** New names for columns, or for one level of a pivoted frame; null removes the level's part from flattened names. */
export function rename(frame: Frame, options: Options): Frame {
  checkNames('rename', options, ['columns', 'level', 'inplace']);
  const names = new Map(renames(options['columns']));
  const level = typeof options['level'] === 'number' ? options['level'] : 0;
  const targets = [...names.values()];
  const known = new Set(frame.columns.map(({ key }) => key[level]));
  for (const from of names.keys()) {
    if (options['level'] === undefined && !known.has(from)) throw new QueryError('Referenced columns not available in DataFrame.');
  }
  if (targets.length > 0 && targets.every((target) => target !== null && known.has(target) && !names.has(target))) throw new QueryError('Label already exists');
  return {
    ...frame,
    columns: frame.columns.map((column) => ({ ...column, key: column.key.map((part, at) => (at === level && part !== null && names.has(part) ? names.get(part)! : part)) })),
  };
}

/** Picks, excludes and renames columns, in that order. */
export function select(frame: Frame, options: Options): Frame {
  checkNames('select', options, ['columns', 'exclude', 'rename']);
  let columns: readonly Column[] = Array.isArray(options['columns']) && options['columns'].length > 0 ? texts(options['columns']).map((name) => needColumn(frame, name)) : frame.columns;
  const excluded = texts(options['exclude']).map((name) => needColumn(frame, name));
  columns = columns.filter((column) => !excluded.includes(column));
  const names = new Map(renames(options['rename']));
  for (const from of names.keys()) needColumn(frame, from);
  return { ...frame, columns: columns.map((column) => ({ ...column, key: [names.get(flatLabel(column.key)) ?? flatLabel(column.key)] })) };
}

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
