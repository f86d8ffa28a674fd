import type { ChartDataResult, DataRow, GenericType } from '@orrery/sdk';
import type { Cell, Frame } from '../frame/frame.ts';
import { flatLabel, genericOfColumn, labelParts } from '../frame/frame.ts';

/** A finished frame: flat labels, types, rows by label. */
export interface ShapedData {
  readonly data: readonly DataRow[];
  readonly colnames: readonly string[];
  readonly coltypes: readonly GenericType[];
  readonly indexnames: readonly unknown[];
  readonly rowcount: number;
  readonly label_map: Readonly<Record<string, readonly string[]>>;
}

function wire(value: Cell): DataRow[string] {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  // Lists (box plot outliers) travel as they are; only the type of ordinary rows does not say so.
  return value as DataRow[string];
}

/** Turns a frame into the answer's rows; an index left by a pivot stays out of the data and names the rows. */
export function shapeData(frame: Frame): ShapedData {
  const colnames = frame.columns.map(({ key }) => flatLabel(key).replaceAll('\\,', ','));
  const labels = frame.columns.map(({ key }) => flatLabel(key));
  const columns = frame.columns.map(({ values }) => values);
  const data: DataRow[] = [];
  for (let row = 0; row < frame.rowCount; row++) {
    const item: Record<string, DataRow[string]> = {};
    for (let at = 0; at < columns.length; at++) item[colnames[at]!] = wire(columns[at]![row] ?? null);
    data.push(item);
  }
  const index = frame.index[0];
  return {
    data,
    colnames,
    coltypes: frame.columns.map(genericOfColumn),
    indexnames: index ? [...index.values] : Array.from({ length: frame.rowCount }, (_, row) => row),
    rowcount: frame.rowCount,
    label_map: Object.fromEntries(labels.map((label, at) => [colnames[at]!, labelParts(label)])),
  };
}

/** The fields a shortened `results` item keeps. */
export function shortenResult(item: ChartDataResult): ChartDataResult {
  const { data, colnames, coltypes, rowcount, sql_rowcount } = item;
  return { data, colnames, coltypes, rowcount, ...(sql_rowcount !== undefined && { sql_rowcount }) };
}
