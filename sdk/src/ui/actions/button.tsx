import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-paths.ts';

/** @public */
export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  readonly kind?: 'default' | 'primary' | 'danger' | 'ghost';
  readonly size?: 'small' | 'medium';
  readonly icon?: IconName;
  /** Shows progress and swallows clicks, keeping the focus where it is. */
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

/** A push button; `type` is `button` unless said otherwise. @public */
export function Button({ kind = 'default', size = 'medium', icon, busy = false, type = 'button', className, onClick, children, ...rest }: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={type}
      className={cx('o-button', `o-button--${kind}`, size === 'small' && 'o-button--small', className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className="o-spinner__ring" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
