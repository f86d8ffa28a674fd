import type { Column, Frame } from '../frame/frame.ts';
import { flatLabel, needColumn } from '../frame/frame.ts';
import type { Options } from './options.ts';
import { checkNames, renames, texts } from './options.ts';

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
