import { Suspense, lazy, useState } from 'react';
import { Button } from '@orrery/sdk/ui';
import type { ChartDeps } from './chart-deps.ts';

const ChartDialog = lazy(() => import('./chart-dialog.tsx').then((module) => ({ default: module.ChartDialog })));

/** “View as table” for those who cannot read the drawing: reached by keyboard and screen reader, unseen otherwise. */
export function DataButton({ deps, chartKey, title }: { readonly deps: ChartDeps; readonly chartKey: string; readonly title: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { t } = deps.ctx.i18n;
  return (
    <>
      <div className="chart-data-button">
        <Button size="small" icon="table" aria-label={t('data.openNamed', { title })} onClick={() => setIsOpen(true)}>
          {t('data.open')}
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <ChartDialog deps={deps} chartKey={chartKey} title={title} kind="data" onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
