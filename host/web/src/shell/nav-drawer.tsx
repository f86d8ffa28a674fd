import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '@orrery/sdk/ui';
import { useKernel } from '../kernel-context.ts';
import { RailList } from './rail.tsx';

/** The navigation on small screens: a modal drawer, so that focus stays inside and Escape closes it. */
export function NavDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  const { t } = useKernel().ctx.i18n;
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (typeof dialog?.showModal === 'function') dialog.showModal();
    else dialog?.setAttribute('open', '');
    return () => dialog?.close?.();
  }, []);
  return (
    // A press on the backdrop hits the dialog itself; Escape is the keyboard's way.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className="shell-drawer"
      aria-label={t('shell.nav')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="shell-drawer__head">
        <span className="shell-brand__name">Orrery</span>
        <IconButton icon="close" label={t('shell.nav.close')} onClick={onClose} />
      </div>
      <nav aria-label={t('shell.nav')}>
        <RailList onFollow={onClose} />
      </nav>
    </dialog>
  );
}
