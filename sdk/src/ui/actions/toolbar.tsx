import type { ComponentPropsWithRef, KeyboardEvent, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { moveFocus } from '../overlay/move-focus.ts';

/** @public */
export interface ToolbarProps extends Omit<ComponentPropsWithRef<'div'>, 'children'> {
  readonly label: string;
  readonly children?: ReactNode;
}

/** A row of controls; the arrow keys move between its buttons besides Tab. @public */
export function Toolbar({ label, className, children, ...rest }: ToolbarProps): ReactNode {
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target instanceof HTMLElement && event.target.closest('input, select, textarea, [role="menu"], [role="listbox"]')) return;
    moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')], 'horizontal');
  };
  return (
    <div {...rest} role="toolbar" aria-label={label} tabIndex={-1} className={cx('o-toolbar', className)} onKeyDown={handleKeyDown}>
      {children}
    </div>
  );
}
