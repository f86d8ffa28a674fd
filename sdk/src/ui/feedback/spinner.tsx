import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useUiText } from '../texts/ui-texts.ts';

/** @public */
export interface SpinnerProps {
  /** What is being waited for; drawn beside the ring. Without it, "Loading…" is only announced. */
  readonly label?: string;
  readonly className?: string;
}

/** @public */
export function Spinner({ label, className }: SpinnerProps): ReactNode {
  const text = useUiText();
  return (
    <output className={cx('o-spinner', className)}>
      <span className="o-spinner__ring" aria-hidden="true" />
      <span className={cx(!label && 'o-visually-hidden')}>{label ?? text('loading')}</span>
    </output>
  );
}
