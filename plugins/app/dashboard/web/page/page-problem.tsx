import { EmptyState, ErrorPanel, Link } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import type { LoadProblem } from '../state/dashboard-slice.ts';

/** Says why a dashboard cannot be shown, and what to do. */
export function PageProblem({ problem, onRetry }: { readonly problem: LoadProblem; readonly onRetry: () => void }) {
  const t = useT();
  const toList = <Link path="/dashboard/list/">{t('problem.toList')}</Link>;
  if (problem.status === 404) {
    return (
      <div className="dashboard-problem">
        <EmptyState icon="dashboard" title={t('problem.missingTitle')} description={t('problem.missing')} action={toList} />
      </div>
    );
  }
  if (problem.status === 403) {
    return (
      <div className="dashboard-problem">
        <EmptyState icon="lock" title={t('problem.forbiddenTitle')} description={problem.message || t('problem.forbidden')} action={toList} />
      </div>
    );
  }
  return (
    <div className="dashboard-problem">
      <ErrorPanel title={t('problem.failedTitle')} message={problem.message} onRetry={onRetry} actions={toList} />
    </div>
  );
}
