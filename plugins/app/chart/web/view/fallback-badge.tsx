import { Badge, Button, Popover } from '@orrery/sdk/ui';
import type { ChartFallback } from '../lifecycle/chart-slice.ts';
import { BUILT_IN } from './drawing-chain.tsx';
import type { ChartDeps } from './chart-deps.ts';

/** Says that another viz type draws than the one asked for, which plugin is behind it, why, and offers to try again. */
export function FallbackBadge({ deps, fallback, onRetry }: { readonly deps: ChartDeps; readonly fallback: ChartFallback; readonly onRetry: () => void }) {
  const { t } = deps.ctx.i18n;
  const { asked, drawn, pluginId, reason } = fallback;
  const shown = drawn === BUILT_IN ? t('fallback.builtIn') : drawn;
  return (
    <div className="chart-fallback">
      <Popover
        label={t('fallback.details')}
        placement="bottom"
        trigger={
          <button type="button" className="chart-fallback-button">
            <Badge kind="warning">{t('fallback.badge', { asked })}</Badge>
          </button>
        }
      >
        {(close) => (
          <div className="chart-fallback-details">
            <p>{pluginId ? t('fallback.explain', { asked, shown, plugin: pluginId }) : t('fallback.missing', { asked, shown })}</p>
            <pre className="chart-fallback-reason">{reason}</pre>
            <Button
              size="small"
              icon="refresh"
              onClick={() => {
                close();
                onRetry();
              }}
            >
              {t('fallback.retry')}
            </Button>
          </div>
        )}
      </Popover>
    </div>
  );
}
