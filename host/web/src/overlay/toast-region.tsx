import type { ReactNode } from 'react';
import { Button, Icon, IconButton } from '@orrery/sdk/ui';
import { useKernel, useStore } from '../kernel-context.ts';

const ICONS = { info: 'info', success: 'success', warning: 'warning', danger: 'error' } as const;

/** Messages that come and go; they wait while the pointer or the focus is on them. */
export function ToastRegion(): ReactNode {
  const { toasts: list, ctx } = useKernel();
  const toasts = useStore(list, () => list.toasts);
  const { t } = ctx.i18n;
  return (
    // It only notices that somebody reads; nothing is operated here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="shell-toasts"
      aria-label={t('shell.notices')}
      onPointerEnter={() => list.hold(true)}
      onPointerLeave={() => list.hold(false)}
      onFocus={() => list.hold(true)}
      onBlur={() => list.hold(false)}
    >
      {toasts.map((toast) => (
        <div key={toast.id} role={toast.kind === 'danger' ? 'alert' : 'status'} className={`shell-toast shell-toast--${toast.kind}`}>
          <Icon name={ICONS[toast.kind]} />
          <span className="shell-toast__text">{toast.message}</span>
          {toast.action && (
            <Button
              size="small"
              kind="ghost"
              onClick={() => {
                toast.dispose();
                toast.action?.run();
              }}
            >
              {toast.action.label}
            </Button>
          )}
          <IconButton size="small" icon="close" label={t('shell.dismiss')} onClick={() => toast.dispose()} />
        </div>
      ))}
    </section>
  );
}
