import { QueryError } from '../query-error.ts';
import type { Frame } from '../frame/frame.ts';
import { columnsOf, toNumber, withColumns } from '../frame/frame.ts';
import type { Options } from './options.ts';
import { checkNames, renames } from './options.ts';
import { textOf } from '../context/text-of.ts';

const STEPS: Readonly<Record<string, (a: number, b: number) => number>> = {
  sum: (a, b) => a + b,
  prod: (a, b) => a * b,
  min: (a, b) => Math.min(a, b),
  max: (a, b) => Math.max(a, b),
};

/** Running sum, product, minimum or maximum; null counts as 0. */
export function cum(frame: Frame, options: Options): Frame {
  checkNames('cum', options, ['operator', 'columns']);
  const operator = textOf(options['operator'] ?? '');
  const step = Object.hasOwn(STEPS, operator) ? STEPS[operator] : undefined;
  if (!step) throw new QueryError(`Invalid cumulative operator: ${operator}`);
  const changed = renames(options['columns']).flatMap(([from, to]) =>
    columnsOf(frame, from).map((column) => {
      let total: number | null = null;
      const values = column.values.map((value) => {
        const number = toNumber(value) ?? 0;
        total = total === null ? number : step(total, number);
        return total;
      });
      return { key: [to ?? from, ...column.key.slice(1)], values };
    }),
  );
  return withColumns(frame, changed);
}
