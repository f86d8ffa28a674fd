import type { PostProcessingStep } from '../../../sdk/src/common/index.ts';
import { GenericType } from '../../../sdk/src/common/index.ts';
import type { Cell, Column } from '../../../plugins/data/query/server/frame/frame.ts';
import { createFrame } from '../../../plugins/data/query/server/frame/frame.ts';
import { runSteps } from '../../../plugins/data/query/server/post-processing/run-steps.ts';
import type { Runners } from '../vector.ts';
import { outcome } from '../vector.ts';

interface Input {
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  readonly datetime_columns?: readonly string[];
}
interface Expected {
  readonly columns: readonly (string | readonly string[])[];
  readonly rows: readonly (readonly Cell[])[];
  readonly index?: readonly Cell[];
  readonly message?: string;
  readonly error?: string;
}

/** Floating-point results of other engines agree to nine decimals. */
const rounded = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toFixed(9)) : Array.isArray(value) ? value.map(rounded) : value);

function columnsOf({ rows, datetime_columns: times = [] }: Input): Column[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.map((name) => {
    const isTime = times.includes(name);
    const read = (value: Cell | undefined): Cell => (isTime && typeof value === 'string' ? Date.parse(value.length === 10 ? `${value}T00:00:00Z` : `${value.replace(' ', 'T')}Z`) : (value ?? null));
    return { key: [name], values: rows.map((row) => read(row[name])), ...(isTime && { generic: GenericType.Temporal }) };
  });
}

/** Operations on results (contract §6). */
export const postProcessingRunners: Runners = {
  async post_processing({ input, options, expected }) {
    const given = input as Input;
    const wanted = expected as Expected;
    const refusal = wanted.message ?? (wanted.rows === undefined ? wanted.error : undefined);
    const result = await outcome(() => runSteps(createFrame(columnsOf(given), given.rows.length), (options['post_processing'] as readonly (PostProcessingStep | null)[]).filter((step) => step !== null)));
    if (refusal !== undefined) {
      const said = (result as { error?: string }).error ?? '';
      return { actual: said.includes(refusal) ? refusal : result, expected: refusal };
    }
    if ('error' in (result as object)) return { actual: result, expected: wanted };
    const frame = result as Awaited<ReturnType<typeof runSteps>>;
    const print = (column: Column, row: number): unknown => {
      const value = column.values[row] ?? null;
      return column.generic === GenericType.Temporal && typeof value === 'number' ? new Date(value).toISOString().slice(0, 19) : rounded(value);
    };
    const rows = Array.from({ length: frame.rowCount }, (_, row) => row);
    const index = frame.index[0];
    const hasIndex = wanted.index !== undefined && index !== undefined;
    return {
      actual: { columns: frame.columns.map(({ key }) => (key.length === 1 ? key[0] : key)), rows: rows.map((row) => frame.columns.map((column) => print(column, row))), ...(hasIndex && { index: rows.map((row) => print(index, row)) }) },
      expected: { columns: wanted.columns, rows: rounded(wanted.rows), ...(hasIndex && { index: wanted.index }) },
    };
  },
};
