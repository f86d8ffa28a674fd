import type { ChartDataResult, DataRow } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';

const labels = (text: string): readonly string[] => text.split(', ');

/** An answer of the query engine, for tests: rows, with columns and label map read off them. */
export function chartResult(data: readonly DataRow[], more: Partial<ChartDataResult> = {}): ChartDataResult {
  const colnames = Object.keys(data[0] ?? {});
  return {
    data,
    colnames,
    coltypes: colnames.map(() => GenericType.Numeric),
    rowcount: data.length,
    sql_rowcount: data.length,
    label_map: Object.fromEntries(colnames.map((name) => [name, labels(name)])),
    ...more,
  };
}
