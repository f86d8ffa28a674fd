import type { Cell, Frame } from '../frame/frame.ts';
import { columnsOf, needColumn, toNumber, withColumns } from '../frame/frame.ts';
import type { Options } from './options.ts';
import { checkNames, renames } from './options.ts';

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
