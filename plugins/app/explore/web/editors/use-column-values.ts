import { useEffect, useState } from 'react';
import { GenericType } from '@orrery/sdk';
import type { Dataset, FilterValue, QueryContext } from '@orrery/sdk';
import { useServices } from '../services.ts';

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
  const [state, setState] = useState<{ values: readonly FilterValue[]; isLoading: boolean }>({ values: [], isLoading: false });
  const name = column?.column_name;
  useEffect(() => {
    if (!dataset || !column || dataset['filter_select_enabled'] === false) return undefined;
    const abort = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    const timer = setTimeout(
      () => {
        charts.query(columnValuesContext(dataset, column, search), abort.signal).then(
          ([result]) => {
            const rows = (result?.data ?? []).map((row) => row[column.column_name] ?? null);
            if (!abort.signal.aborted) setState({ values: rows.filter((value) => value !== null), isLoading: false });
          },
          // Suggestions are a help; without them the value is typed.
          () => !abort.signal.aborted && setState({ values: [], isLoading: false }),
        );
      },
      search ? DELAY : 0,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // The column object is new with every keystroke; its name says whether it is another one.
  }, [charts, dataset, name, search]);
  return state;
}
