import { useEffect, useState } from 'react';
import type { ChartDataResult } from '@orrery/sdk';
import { Button, Dialog, EmptyState, ErrorPanel, Skeleton, Tabs } from '@orrery/sdk/ui';
import type { ChartDialogProps } from '../../contract.ts';
import { BasicTable } from './basic-table.tsx';
import type { ChartDeps } from './chart-deps.ts';
import { useChartEntry } from './use-chart-entry.ts';

/** The data behind a chart, or the SQL that fetched it. */
export function ChartDialog({ deps, chartKey, title, kind, onClose }: ChartDialogProps & { readonly deps: ChartDeps }) {
  const { t } = deps.ctx.i18n;
  return (
    <div data-plugin="chart" className="chart-dialog-host">
      <Dialog title={t(kind === 'data' ? 'data.title' : 'query.title', { title })} isOpen onClose={onClose} size="large">
        {kind === 'data' ? <DataPanes deps={deps} chartKey={chartKey} title={title} /> : <QueryPanes deps={deps} chartKey={chartKey} />}
      </Dialog>
    </div>
  );
}

function DataPanes({ deps, chartKey, title }: { readonly deps: ChartDeps; readonly chartKey: string; readonly title: string }) {
  const { t } = deps.ctx.i18n;
  const { results = [] } = useChartEntry(deps, chartKey);
  if (results.length === 0) return <EmptyState title={t('data.none')} />;
  return (
    <Panes
      label={t('data.queries')}
      name={(number) => t('data.query', { number })}
      panes={results.map((result) => (
        <div key={result.cache_key ?? ''} className="chart-dialog-pane">
          <p className="chart-dialog-count">{t('data.rows', { count: result.data.length })}</p>
          <BasicTable deps={deps} result={result} label={title} />
        </div>
      ))}
    />
  );
}

function QueryPanes({ deps, chartKey }: { readonly deps: ChartDeps; readonly chartKey: string }) {
  const { t } = deps.ctx.i18n;
  const { results, context } = useChartEntry(deps, chartKey);
  const [fetched, setFetched] = useState<readonly ChartDataResult[] | Error>();
  const isKnown = results?.every((result) => result.query) ?? false;
  useEffect(() => {
    if (isKnown || !context) return undefined;
    const controller = new AbortController();
    deps.query({ ...context, result_type: 'query' }, controller.signal).then(setFetched, (error: unknown) => {
      if (!controller.signal.aborted) setFetched(error instanceof Error ? error : new Error(String(error)));
    });
    return () => controller.abort();
  }, [deps, context, isKnown]);

  if (fetched instanceof Error) return <ErrorPanel message={fetched.message} />;
  const queries = (isKnown ? results : fetched)?.map((result) => result.query ?? '');
  if (!queries) return context ? <Skeleton lines={6} /> : <EmptyState title={t('query.none')} />;
  return (
    <Panes
      label={t('data.queries')}
      name={(number) => t('data.query', { number })}
      panes={queries.map((sql) => (
        <div key={sql} className="chart-dialog-pane">
          <CopyButton deps={deps} text={sql} />
          {/* Scrollable, so it takes the focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className="chart-dialog-sql" tabIndex={0}>
            {sql}
          </pre>
        </div>
      ))}
    />
  );
}

function CopyButton({ deps, text }: { readonly deps: ChartDeps; readonly text: string }) {
  const { t } = deps.ctx.i18n;
  const { ui } = deps.ctx;
  const handleCopy = () => {
    navigator.clipboard.writeText(text).then(
      () => ui.toast('success', t('query.copied')),
      () => ui.toast('danger', t('query.copyFailed')),
    );
  };
  return (
    <Button size="small" icon="copy" onClick={handleCopy}>
      {t('query.copy')}
    </Button>
  );
}

/** Tabs when there are several; the one itself otherwise. */
function Panes({ panes, name, label }: { readonly panes: readonly React.ReactNode[]; readonly name: (number: number) => string; readonly label: string }) {
  const [selected, setSelected] = useState('0');
  if (panes.length === 1) return panes[0];
  const tabs = panes.map((content, at) => ({ id: String(at), label: name(at + 1), content }));
  return <Tabs label={label} tabs={tabs} selected={selected} onSelect={setSelected} />;
}
