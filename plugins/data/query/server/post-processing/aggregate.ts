import type { Column, Frame } from '../frame/frame.ts';
import { createFrame, needColumn } from '../frame/frame.ts';
import { groupRows } from './group-rows.ts';
import type { Options } from './options.ts';
import { aggregates, checkNames, texts } from './options.ts';

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
