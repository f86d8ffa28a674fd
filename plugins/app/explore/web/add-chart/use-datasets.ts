import { usePlugin } from '@orrery/sdk/web';
import { failureMessage } from '../state/failure-message.ts';
import { useFetched } from '../state/use-fetched.ts';

/** A dataset to start a chart from. */
export interface DatasetChoice {
  readonly id: number;
  readonly name: string;
  /** Database and schema. */
  readonly place: string;
}

interface DatasetRow {
  readonly id: number;
  readonly table_name: string;
  readonly schema: string | null;
  readonly database: { readonly database_name: string } | null;
}

const PAGE_SIZE = 50;

/** Datasets whose name has the search text, in alphabetical order. */
export function useDatasets(search: string): { datasets: readonly DatasetChoice[]; isLoading: boolean; hasMore: boolean; error?: string } {
  const plugin = usePlugin();
  const { value, isLoading, error } = useFetched(`datasets:${search}`, async (signal) => {
    const q = {
      columns: ['id', 'table_name', 'schema', 'database.database_name'],
      filters: search ? [{ col: 'table_name', opr: 'ct', value: search }] : [],
      order_column: 'table_name',
      order_direction: 'asc',
      page: 0,
      page_size: PAGE_SIZE,
    };
    const { result, count } = await plugin.api.get<{ result: DatasetRow[]; count?: number }>('/api/v1/dataset/', { q, signal });
    const datasets = result.map((row): DatasetChoice => ({ id: row.id, name: row.table_name, place: [row.database?.database_name, row.schema].filter(Boolean).join(' · ') }));
    return { datasets, hasMore: search !== '' || (count ?? 0) > PAGE_SIZE };
  });
  return { datasets: value?.datasets ?? [], hasMore: value?.hasMore ?? false, isLoading, error: error === undefined ? undefined : failureMessage(error, plugin) };
}
