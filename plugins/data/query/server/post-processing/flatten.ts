import type { Column, Frame } from '../frame/frame.ts';
import { createFrame, flatLabel } from '../frame/frame.ts';
import type { Options } from './options.ts';
import { checkNames } from './options.ts';

/** Joins label levels to one and makes the index ordinary columns. */
export function flatten(frame: Frame, options: Options): Frame {
  checkNames('flatten', options, ['drop_levels', 'reset_index']);
  const dropped = new Set(Array.isArray(options['drop_levels']) ? options['drop_levels'].map(Number) : []);
  const columns = frame.columns.map((column): Column => {
    if (column.key.length === 1) return column;
    const kept = column.key.filter((_, level) => !dropped.has(level));
    return { ...column, key: [flatLabel(kept.length === 1 ? [kept[0] ?? null, null] : kept)] };
  });
  if (options['reset_index'] === false) return { ...frame, columns };
  return createFrame([...frame.index, ...columns], frame.rowCount);
}
