import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** @public */
export interface BadgeProps {
  readonly kind?: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  readonly children?: ReactNode;
  readonly title?: string;
  readonly className?: string;
}

/** A short state in words; the colour only repeats it. @public */
export function Badge({ kind = 'neutral', children, title, className }: BadgeProps): ReactNode {
  return (
    <span className={cx('o-badge', `o-badge--${kind}`, className)} title={title}>
      {children}
    </span>
  );
}
