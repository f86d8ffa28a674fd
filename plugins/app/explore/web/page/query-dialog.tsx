import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import type { FormData } from '@orrery/sdk';
import { Button, Dialog, ErrorPanel, Skeleton } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import { useServices } from '../services.ts';
import { failureMessage } from '../state/failure-message.ts';
import { useExplore } from '../state/use-explore.ts';

interface QueryDialogProps {
  readonly formData: FormData;
  onClose(): void;
}

/** The SQL the server runs for the chart, one text per query. */
export function QueryDialog({ formData, onClose }: QueryDialogProps): ReactElement {
  const t = useT();
  const plugin = usePlugin();
  const { charts } = useServices();
  const { dataset } = useExplore();
  const [state, setState] = useState<{ queries?: readonly string[]; error?: string }>({});
  useEffect(() => {
    const abort = new AbortController();
    charts
      .buildContext(formData, { dataset })
      .then((context) => charts.query({ ...context, result_type: 'query' }, abort.signal))
      .then((results) => setState({ queries: results.map((result) => result.error || result.query || '') }))
      .catch((error: unknown) => !abort.signal.aborted && setState({ error: failureMessage(error, plugin) }));
    return () => abort.abort();
  }, [charts, formData, dataset, plugin]);
  const copy = async (sql: string) => {
    await navigator.clipboard.writeText(sql).then(
      () => plugin.ui.toast('success', t('query.copied')),
      () => plugin.ui.toast('warning', t('query.copy-failed')),
    );
  };
  return (
    <Dialog title={t('query.title')} isOpen onClose={onClose} size="large" footer={<Button onClick={onClose}>{t('close')}</Button>}>
      {state.error && <ErrorPanel message={state.error} />}
      {!state.queries && !state.error && <Skeleton lines={6} />}
      {state.queries?.map((sql, at) => (
        <div className="explore-query" key={at}>
          <Button size="small" icon="copy" onClick={() => void copy(sql)}>
            {t('query.copy')}
          </Button>
          <pre tabIndex={0}>{sql}</pre>
        </div>
      ))}
    </Dialog>
  );
}
