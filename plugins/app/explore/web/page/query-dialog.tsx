import type { ReactElement } from 'react';
import type { FormData } from '@orrery/sdk';
import { Button, Dialog, ErrorPanel, Skeleton } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import { useServices } from '../services.ts';
import { failureMessage } from '../state/failure-message.ts';
import { useFetched } from '../state/use-fetched.ts';
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
  const { value: queries, error } = useFetched('query', async (signal) => {
    const context = await charts.buildContext(formData, { dataset });
    return (await charts.query({ ...context, result_type: 'query' }, signal)).map((result) => result.error || result.query || '');
  });
  const copy = async (sql: string) => {
    await navigator.clipboard.writeText(sql).then(
      () => plugin.ui.toast('success', t('query.copied')),
      () => plugin.ui.toast('warning', t('query.copy-failed')),
    );
  };
  return (
    <Dialog title={t('query.title')} isOpen onClose={onClose} size="large" footer={<Button onClick={onClose}>{t('close')}</Button>}>
      {error !== undefined && <ErrorPanel message={failureMessage(error, plugin)} />}
      {!queries && error === undefined && <Skeleton lines={6} />}
      {queries?.map((sql, at) => (
        <div className="explore-query" key={at}>
          <Button size="small" icon="copy" onClick={() => void copy(sql)}>
            {t('query.copy')}
          </Button>
          {/* A box that scrolls must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0}>{sql}</pre>
        </div>
      ))}
    </Dialog>
  );
}
