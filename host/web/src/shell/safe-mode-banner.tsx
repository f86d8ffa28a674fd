import type { ReactNode } from 'react';
import { Button, Icon } from '@orrery/sdk/ui';
import { useKernel } from '../kernel-context.ts';

/** Says what safe mode paused, and how to end it. */
export function SafeModeBanner(): ReactNode {
  const { safeMode, ctx } = useKernel();
  const { t } = ctx.i18n;
  if (safeMode.level === 0 && safeMode.masked.size === 0) return null;
  const leave = () => {
    safeMode.leave();
    const url = new URL(window.location.href);
    url.searchParams.delete('safe-mode');
    url.searchParams.delete('disable');
    window.location.replace(url);
  };
  return (
    <div role="status" className="shell-banner">
      <Icon name="warning" />
      <span>{safeMode.level > 0 ? t(`shell.safe-mode.${safeMode.level}`) : t('shell.safe-mode.disabled', { plugins: [...safeMode.masked].join(', ') })}</span>
      <Button size="small" onClick={leave}>
        {t('shell.safe-mode.leave')}
      </Button>
    </div>
  );
}
