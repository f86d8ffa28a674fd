import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-paths.ts';
import { useUiText } from '../texts/ui-texts.ts';

/** @public */
export interface EmptyStateProps {
  /** Default "No results". */
  readonly title?: string;
  /** Default "There is currently no information to display." when there is no title either. */
  readonly description?: ReactNode;
  readonly icon?: IconName;
  /** What to do next. */
  readonly action?: ReactNode;
  readonly className?: string;
}

/** Says that there is nothing, why, and what to do next. @public */
export function EmptyState({ title, description, icon, action, className }: EmptyStateProps): ReactNode {
  const text = useUiText();
  return (
    <div className={cx('o-empty', className)}>
      {icon && <Icon name={icon} size={32} className="o-empty__icon" />}
      <p className="o-empty__title">{title ?? text('emptyTitle')}</p>
      {(description ?? (title === undefined && text('emptyText'))) && <p className="o-empty__description">{description ?? text('emptyText')}</p>}
      {action && <div className="o-empty__action">{action}</div>}
    </div>
  );
}
