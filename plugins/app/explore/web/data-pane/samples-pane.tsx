import { useState } from 'react';
import type { ReactElement } from 'react';
import { EmptyState, ErrorPanel, Skeleton } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { DataPaneProps } from '../../contract.ts';
import { failureMessage } from '../state/failure-message.ts';
import { useFetched } from '../state/use-fetched.ts';
import { ResultTable } from './result-table.tsx';

/** Rows of a sample. */
const LIMIT = 100;

/** The pane that shows some rows of the dataset as they are. */
export function SamplesPane({ dataset, query }: DataPaneProps): ReactElement {
  const t = useT();
  const plugin = usePlugin();
  const [attempt, setAttempt] = useState(0);
  const id = dataset?.id;
  const { value, error } = useFetched(id === undefined ? undefined : `${id}/${attempt}`, async (signal) => {
    if (id === undefined) return undefined;
    const [result] = await query({ datasource: { id, type: 'table' }, queries: [{ columns: [], row_limit: LIMIT }], result_type: 'samples', result_format: 'json' }, signal);
    return result;
  });
  if (error !== undefined) return <ErrorPanel message={failureMessage(error, plugin)} onRetry={() => setAttempt(attempt + 1)} />;
  if (!value) return <Skeleton lines={5} />;
  if (value.data.length === 0) return <EmptyState title={t('data.no-samples')} />;
  return <ResultTable result={value} title={t('data.samples')} />;
}
