import { GenericType } from '@orrery/sdk';
import type { Dataset, FilterValue, QueryContext } from '@orrery/sdk';
import { useServices } from '../services.ts';
import { useFetched } from '../state/use-fetched.ts';

/** Suggestions asked for at once. */
const LIMIT = 100;
/** Milliseconds of quiet before a search goes to the server. */
const DELAY = 250;

type Column = Dataset['columns'][number];

/** The distinct values of a column that contain the search text. */
export function columnValuesContext(dataset: Dataset, column: Column, search: string): QueryContext {
  const isText = column.type_generic === GenericType.String;
  const filters = search && isText ? [{ col: column.column_name, op: 'ILIKE', val: `%${search}%` }] : [];
  return {
    datasource: { id: dataset.id, type: dataset.type },
    queries: [{ columns: [column.column_name], metrics: [], filters, orderby: [[column.column_name, true]], row_limit: LIMIT }],
    result_format: 'json',
    result_type: 'full',
  };
}

/** Suggestions for a filter's value; empty when the column does not offer any, or the server does not answer. */
export function useColumnValues(dataset: Dataset | undefined, column: Column | undefined, search: string): { values: readonly FilterValue[]; isLoading: boolean } {
  const { charts } = useServices();
  const isOffered = dataset !== undefined && column !== undefined && dataset['filter_select_enabled'] !== false;
  const { value, isLoading } = useFetched(
    isOffered ? JSON.stringify([dataset.id, column.column_name, search]) : undefined,
    async (signal) => {
      if (!dataset || !column) return [];
      const [result] = await charts.query(columnValuesContext(dataset, column, search), signal);
      return (result?.data ?? []).map((row) => row[column.column_name] ?? null).filter((item) => item !== null);
    },
    search ? DELAY : 0,
  );
  return { values: isOffered ? (value ?? []) : [], isLoading };
}
