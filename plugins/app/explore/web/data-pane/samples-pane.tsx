import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import type { ChartDataResult } from '@orrery/sdk';
import { EmptyState, ErrorPanel, Skeleton } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { DataPaneProps } from '../../contract.ts';
import { failureMessage } from '../state/failure-message.ts';
import { ResultTable } from './result-table.tsx';

/** Rows of a sample. */
const LIMIT = 100;

/** The pane that shows some rows of the dataset as they are. */
export function SamplesPane({ dataset, query }: DataPaneProps): ReactElement {
  const t = useT();
  const plugin = usePlugin();
  const [state, setState] = useState<{ result?: ChartDataResult; error?: string }>({});
  const [attempt, setAttempt] = useState(0);
  const id = dataset?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    const abort = new AbortController();
    setState({});
    query(
      { datasource: { id, type: 'table' }, queries: [{ columns: [], row_limit: LIMIT }], result_type: 'samples', result_format: 'json' },
      abort.signal,
    ).then(
      ([result]) => !abort.signal.aborted && setState({ result }),
      (error: unknown) => !abort.signal.aborted && setState({ error: failureMessage(error, plugin) }),
    );
    return () => abort.abort();
    // The query function is the same whatever its identity.
  }, [id, attempt, plugin]);
  if (state.error) return <ErrorPanel message={state.error} onRetry={() => setAttempt(attempt + 1)} />;
  if (!state.result) return <Skeleton lines={5} />;
  if (state.result.data.length === 0) return <EmptyState title={t('data.no-samples')} />;
  return <ResultTable result={state.result} title={t('data.samples')} />;
}
