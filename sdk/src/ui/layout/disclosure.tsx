import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icons/icon.tsx';

/** @public */
export interface DisclosureProps {
  readonly title: ReactNode;
  readonly defaultOpen?: boolean;
  readonly children?: ReactNode;
  readonly className?: string;
}

/** A section that opens and closes. @public */
export function Disclosure({ title, defaultOpen = false, children, className }: DisclosureProps): ReactNode {
  return (
    <details className={cx('o-disclosure', className)} open={defaultOpen}>
      <summary className="o-disclosure__summary">
        <Icon name="chevron-right" className="o-disclosure__chevron" />
        <span>{title}</span>
      </summary>
      <div className="o-disclosure__body">{children}</div>
    </details>
  );
}
