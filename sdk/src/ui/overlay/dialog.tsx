import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { useUiText } from '../texts/ui-texts.ts';
import { FOCUSABLE } from './use-popup.ts';

/** @public */
export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Asked by Escape and the close button; the owner decides. */
  onClose(): void;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  /** 400, 600 (default) or 960 pixels wide where there is room. */
  readonly size?: 'small' | 'medium' | 'large';
  readonly className?: string;
}

/** A modal dialog: the browser traps the focus and gives it back at the end. @public */
export function Dialog(props: DialogProps): ReactNode {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ title, onClose, children, footer, size = 'medium', className }: DialogProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const text = useUiText();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    // Test environments know no modal dialogs; `open` draws it in place.
    if (typeof dialog.showModal === 'function') dialog.showModal();
    else dialog.setAttribute('open', '');
    const body = dialog.querySelector('.o-dialog__body');
    (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? body?.querySelector<HTMLElement>(FOCUSABLE) ?? dialog).focus();
    return () => {
      if (typeof dialog.close === 'function') dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={cx('o-dialog', `o-dialog--${size}`, className)}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="o-dialog__header">
        <h2 id={titleId} className="o-dialog__title">
          {title}
        </h2>
        <IconButton icon="close" label={text('close')} onClick={onClose} />
      </header>
      <div className="o-dialog__body">{children}</div>
      {footer && <footer className="o-dialog__footer">{footer}</footer>}
    </dialog>
  );
}
