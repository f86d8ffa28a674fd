import { GenericType } from '@orrery/sdk';
import { QueryError } from '../query-error.ts';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { findByLabel, flatLabel, genericOfColumn, toNumber, withColumns } from '../frame/frame.ts';
import type { Options } from './options.ts';
import { checkNames, texts } from './options.ts';

const NAMES = ['orientation', 'columns', 'rename_columns', 'time_shifts', 'contribution_totals'];

const isNumeric = (column: Column): boolean => genericOfColumn(column) === GenericType.Numeric && column.values.every((value) => value === null || typeof value === 'number');

/** Shares of a column's or a row's sum. */
export function contribution(frame: Frame, options: Options): Frame {
  checkNames('contribution', options, NAMES);
  const shifts = texts(options['time_shifts']);
  const asked = Array.isArray(options['columns']) ? texts(options['columns']) : undefined;
  const columns = asked
    ? asked.map((label) => {
        const column = findByLabel(frame, label);
        if (!column || !isNumeric(column)) throw new QueryError(`Column "${label}" is not numeric or does not exists in the query results.`);
        return column;
      })
    : frame.columns.filter(isNumeric);
  const names = texts(options['rename_columns']);
  if (Array.isArray(options['rename_columns']) && names.length > 0 && names.length !== columns.length) {
    throw new QueryError('`rename_columns` must have the same length as `columns` + `time_shift_columns`.');
  }
  const numbers = columns.map(({ values }) => values.map((value) => toNumber(value) ?? 0));
  const shares = options['orientation'] === 'row' ? byRow(columns, numbers, shifts, frame.rowCount) : byColumn(columns, numbers, options['contribution_totals']);
  return withColumns(
    frame,
    columns.map((column, at) => ({ key: names[at] === undefined ? column.key : [names[at]!], values: shares[at]!, generic: GenericType.Numeric })),
  );
}

function byColumn(columns: readonly Column[], numbers: readonly number[][], totals: unknown): Cell[][] {
  const given = totals !== null && typeof totals === 'object' ? (totals as Readonly<Record<string, unknown>>) : undefined;
  return numbers.map((values, at) => {
    const label = flatLabel(columns[at]!.key);
    if (given) {
      const total = Number(given[label] ?? 0);
      return values.map((value) => (total === 0 ? 0 : value / total));
    }
    const total = values.reduce((all, value) => all + value, 0);
    return values.map((value) => (total === 0 ? null : value / total));
  });
}

function byRow(columns: readonly Column[], numbers: readonly number[][], shifts: readonly string[], rowCount: number): Cell[][] {
  const groupOf = columns.map((column) => shifts.find((shift) => (column.key[0] ?? '').endsWith(shift) || flatLabel(column.key).endsWith(shift)) ?? '');
  const result: Cell[][] = numbers.map(() => []);
  for (let row = 0; row < rowCount; row++) {
    const totals = new Map<string, number>();
    numbers.forEach((values, at) => totals.set(groupOf[at]!, (totals.get(groupOf[at]!) ?? 0) + values[row]!));
    numbers.forEach((values, at) => {
      const total = totals.get(groupOf[at]!) ?? 0;
      result[at]!.push(total === 0 ? null : values[row]! / total);
    });
  }
  return result;
}
