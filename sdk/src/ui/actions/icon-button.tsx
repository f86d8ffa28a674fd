import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-paths.ts';
import { Tooltip } from '../overlay/tooltip.tsx';

/** @public */
export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  readonly icon: IconName;
  /** Name for assistive technology, and the tooltip. */
  readonly label: string;
  /** Makes it a toggle. */
  readonly pressed?: boolean;
  readonly size?: 'small' | 'medium';
}

/** A button of an icon alone. @public */
export function IconButton({ icon, label, pressed, size = 'medium', type = 'button', className, ...rest }: IconButtonProps): ReactNode {
  return (
    <Tooltip text={label} isName>
      <button {...rest} type={type} aria-label={label} aria-pressed={pressed} className={cx('o-icon-button', size === 'small' && 'o-icon-button--small', className)}>
        <Icon name={icon} size={size === 'small' ? 14 : 16} />
      </button>
    </Tooltip>
  );
}
