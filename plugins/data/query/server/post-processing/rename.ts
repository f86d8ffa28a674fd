import { QueryError } from '../query-error.ts';
import type { Frame } from '../frame/frame.ts';
import type { Options } from './options.ts';
import { checkNames, renames } from './options.ts';

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
