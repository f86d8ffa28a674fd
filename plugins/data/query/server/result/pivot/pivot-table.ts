import type { JsonObject } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import { fileTime } from '../../delivery/file-cell.ts';
import type { Cell, Column, Frame } from '../../frame/frame.ts';
import { createFrame, findByLabel, toNumber } from '../../frame/frame.ts';
import { pivotAggregator } from './pivot-aggregators.ts';
import type { PivotKey, PivotLine } from './pivot-keys.ts';
import { keyId, keysAbove, orderLines } from './pivot-keys.ts';
import type { PivotSide } from './pivot-options.ts';
import { METRIC, readPivotOptions } from './pivot-options.ts';

const NULL_TEXT = '<NULL>';
const TOTAL_ID = keyId([]);

/** Values of each key of the rows by each key of the columns. */
type Cube = Map<string, Map<string, Cell[]>>;

function listAt(cube: Cube, row: string, column: string): Cell[] {
  let line = cube.get(row);
  if (!line) cube.set(row, (line = new Map()));
  let list = line.get(column);
  if (!list) line.set(column, (list = []));
  return list;
}

/**
 * The table a pivot chart shows, made of its query's rows: one record per row and metric, folded where row and column keys
 * meet. Totals fold the records again, as the chart does. Row keys are the first columns; `names` are what people called
 * columns and metrics. Labels that are not in the rows are left out.
 */
export function pivotTable(frame: Frame, form: JsonObject, names: Readonly<Record<string, string>>): Frame {
  const options = readPivotOptions(form);
  const known = (side: PivotSide): PivotSide => ({ ...side, attributes: side.attributes.filter((name) => name === METRIC || findByLabel(frame, name)) });
  const [rows, columns] = [known(options.rows), known(options.columns)];
  const metrics = options.metrics.filter((name) => findByLabel(frame, name));
  const nameOf = (label: string): string => names[label] ?? label;
  const { fold, fractionOf } = pivotAggregator(options.aggregate);

  const readers = new Map([...rows.attributes, ...columns.attributes].filter((name) => name !== METRIC).map((name) => [name, reader(findByLabel(frame, name)!)]));
  const keyOf = (side: PivotSide, row: number, metric: string): PivotKey => side.attributes.map((name) => (name === METRIC ? nameOf(metric) : readers.get(name)!(row)));
  const cube: Cube = new Map();
  const found = { rows: new Map<string, PivotKey>(), columns: new Map<string, PivotKey>() };
  for (const metric of metrics) {
    const { values } = findByLabel(frame, metric)!;
    for (let row = 0; row < frame.rowCount; row++) {
      const [rowKey, columnKey] = [keyOf(rows, row, metric), keyOf(columns, row, metric)];
      found.rows.set(keyId(rowKey), rowKey);
      found.columns.set(keyId(columnKey), columnKey);
      const columnIds = keysAbove(columnKey).map(keyId);
      for (const rowId of keysAbove(rowKey).map(keyId)) for (const columnId of columnIds) listAt(cube, rowId, columnId).push(values[row] ?? null);
    }
  }

  const cell = (rowId: string, columnId: string): Cell => {
    const values = cube.get(rowId)?.get(columnId);
    if (!values) return null;
    const value = fold(values);
    if (!fractionOf) return value;
    const whole = cube.get(fractionOf === 'rows' ? rowId : TOTAL_ID)?.get(fractionOf === 'columns' ? columnId : TOTAL_ID) ?? [];
    const [part, all] = [toNumber(value), toNumber(fold(whole))];
    return part === null || !all ? null : part / all;
  };
  const ranks = new Map(metrics.map((metric, at) => [nameOf(metric), at]));
  const rankIn = (side: PivotSide) => (value: Cell, level: number) => (side.attributes[level] === METRIC ? ranks.get(String(value)) : undefined);
  const rowLines = orderLines(rows, [...found.rows.values()], rankIn(rows), (id) => cell(id, TOTAL_ID));
  const columnLines = orderLines(columns, [...found.columns.values()], rankIn(columns), (id) => cell(TOTAL_ID, id));
  const totalName = `Total (${options.aggregate})`;

  const headers = rows.attributes.map((name, level): Column => ({
    key: [name === METRIC ? 'Metric' : nameOf(name)],
    values: rowLines.map((line) => headerCell(line, level, totalName)),
    generic: GenericType.String,
  }));
  const body = columnLines.map((line): Column => ({ key: [columnName(line, totalName)], values: rowLines.map((row) => cell(row.id, line.id)) }));
  return createFrame([...headers, ...body], rowLines.length);
}

/** A dimension's values as keys: instants readable, nulls named. */
function reader(column: Column): (row: number) => Cell {
  const isTime = column.generic === GenericType.Temporal;
  return (row) => {
    const value = column.values[row] ?? null;
    if (value === null) return NULL_TEXT;
    return isTime && typeof value === 'number' ? fileTime(value) : value;
  };
}

function headerCell({ key, kind }: PivotLine, level: number, totalName: string): Cell {
  if (level < key.length) return String(key[level]);
  if (level > key.length) return '';
  return kind === 'total' ? totalName : 'Subtotal';
}

function columnName({ key, kind }: PivotLine, totalName: string): string {
  if (kind === 'total' || key.length === 0) return totalName;
  return [...key.map(String), ...(kind === 'subtotal' ? ['Subtotal'] : [])].join(' ').trim();
}
