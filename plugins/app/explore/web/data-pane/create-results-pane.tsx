import { useCallback, useSyncExternalStore } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { EmptyState, ErrorPanel } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import type { DataPaneProps } from '../../contract.ts';
import type { ExploreServices } from '../services.ts';
import { ResultTable } from './result-table.tsx';

/** The pane that lists the rows the chart is drawn from, one table per query. */
export function createResultsPane({ charts }: ExploreServices): ComponentType<DataPaneProps> {
  return function ResultsPane({ chartKey }: DataPaneProps): ReactElement {
    const t = useT();
    const subscribe = useCallback(
      (notify: () => void) => {
        const subscription = charts.onDidChange(chartKey, notify);
        return () => subscription.dispose();
      },
      [chartKey],
    );
    const chart = useSyncExternalStore(subscribe, () => charts.state(chartKey));
    if (chart.error) return <ErrorPanel message={chart.error.message} detail={chart.error.detail} />;
    const results = (chart.results ?? []).filter((result) => result.colnames.length > 0);
    if (results.length === 0) return <EmptyState title={t(chart.results ? 'data.no-results' : 'data.run-first')} />;
    return (
      <>
        {results.map((result, at) => (
          <ResultTable key={at} result={result} title={results.length > 1 ? t('data.results-of', { number: at + 1 }) : t('data.results')} />
        ))}
      </>
    );
  };
}
