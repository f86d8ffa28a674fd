import { useEffect, useState } from 'react';
import { usePlugin } from '@orrery/sdk/web';
import { failureMessage } from '../state/failure-message.ts';

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
export function useDatasets(search: string): { datasets: readonly DatasetChoice[]; isLoading: boolean; error?: string } {
  const plugin = usePlugin();
  const [state, setState] = useState<{ datasets: readonly DatasetChoice[]; isLoading: boolean; error?: string }>({ datasets: [], isLoading: true });
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    const q = {
      columns: ['id', 'table_name', 'schema', 'database.database_name'],
      filters: search ? [{ col: 'table_name', opr: 'ct', value: search }] : [],
      order_column: 'table_name',
      order_direction: 'asc',
      page: 0,
      page_size: PAGE_SIZE,
    };
    plugin.api.get<{ result: DatasetRow[] }>('/api/v1/dataset/', { q, signal: abort.signal }).then(
      ({ result }) => {
        const datasets = result.map((row) => ({ id: row.id, name: row.table_name, place: [row.database?.database_name, row.schema].filter(Boolean).join(' · ') }));
        setState({ datasets, isLoading: false });
      },
      (error: unknown) => !abort.signal.aborted && setState({ datasets: [], isLoading: false, error: failureMessage(error, plugin) }),
    );
    return () => abort.abort();
  }, [plugin, search]);
  return state;
}
