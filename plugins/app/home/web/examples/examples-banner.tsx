import type { ReactNode } from 'react';
import { useT } from '@orrery/sdk/web';
import { ErrorPanel } from '@orrery/sdk/ui';
import type { ExamplesProgress } from './use-examples-progress.ts';
import { isLoadingExamples } from './use-examples-progress.ts';

/** Says how far the example data is; silent when there is nothing to say. */
export function ExamplesBanner({ progress }: { readonly progress: ExamplesProgress | undefined }): ReactNode {
  const t = useT();
  if (progress?.status === 'failed') return <ErrorPanel title={t('examples.failed')} message={t('examples.failedText')} detail={progress.message ?? undefined} />;
  if (!progress || !isLoadingExamples(progress)) return null;
  const label = t('examples.loading');
  return (
    <div className="home-progress">
      <p id="home-progress-label">{label}</p>
      <progress aria-labelledby="home-progress-label" max={Math.max(1, progress.total)} value={progress.done} />
      <p className="home-secondary">{t('examples.steps', { done: progress.done, total: progress.total })}</p>
    </div>
  );
}
