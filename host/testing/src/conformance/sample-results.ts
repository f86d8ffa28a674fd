import type { ChartDataResult, DataRow } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';

/** A column of the results a viz type asks for. */
export interface SampleColumn {
  readonly name: string;
  readonly type: GenericType;
}

/** What the rows of a sample are like. */
export type SampleKind = 'usual' | 'empty' | 'null only' | 'one row' | '1,000 rows' | 'long labels';

/** Every kind of data a chart meets sooner or later. */
export const SAMPLE_KINDS: readonly SampleKind[] = ['usual', 'empty', 'null only', 'one row', '1,000 rows', 'long labels'];

const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1);
const COUNTS: Readonly<Record<SampleKind, number>> = { usual: 6, empty: 0, 'null only': 1, 'one row': 1, '1,000 rows': 1_000, 'long labels': 5 };

function cell(type: GenericType, kind: SampleKind, row: number): DataRow[string] {
  if (kind === 'null only') return null;
  if (type === GenericType.Numeric) return Math.round(1_000 / (row + 1)) - 20;
  if (type === GenericType.Temporal) return START + row * DAY;
  if (type === GenericType.Boolean) return row % 2 === 0;
  return kind === 'long labels' ? `${'A label nobody shortened in time '.repeat(8)}${row}` : `Label ${row + 1}`;
}

/** One result with the given columns. */
export function sampleResult(columns: readonly SampleColumn[], kind: SampleKind): ChartDataResult {
  const data = Array.from({ length: COUNTS[kind] }, (_, row) => Object.fromEntries(columns.map(({ name, type }) => [name, cell(type, kind, row)])));
  return { data, colnames: columns.map(({ name }) => name), coltypes: columns.map(({ type }) => type), rowcount: data.length, status: 'success', error: null };
}
