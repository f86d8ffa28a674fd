// The wrappers have no box and only hear what bubbles up from the trigger and the panel.
/* oxlint-disable jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role */
import { cloneElement, useEffect, useId } from 'react';
import type { HTMLAttributes, KeyboardEvent, MouseEvent, ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import type { Placement } from './place-popup.ts';
import { FOCUSABLE, usePopup } from './use-popup.ts';

/** @public */
export interface PopoverProps {
  /** A Button or IconButton. */
  readonly trigger: ReactElement<HTMLAttributes<HTMLElement>>;
  /** Name of the popover for assistive technology. */
  readonly label: string;
  readonly children: (close: () => void) => ReactNode;
  readonly placement?: Placement;
  readonly className?: string;
}

/** A small non-modal panel opened by a button; closes on Escape, a press outside, or when the focus leaves. @public */
export function Popover({ trigger, label, children, placement, className }: PopoverProps): ReactNode {
  const { isOpen, open, close, anchorRef, popupRef } = usePopup<HTMLDivElement>({ placement });
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const panel = popupRef.current;
    (panel?.querySelector<HTMLElement>('[data-autofocus]') ?? panel?.querySelector<HTMLElement>(FOCUSABLE) ?? panel)?.focus();
  }, [isOpen, popupRef]);
  const handleClick = (event: MouseEvent): void => {
    if (event.defaultPrevented) return;
    if (isOpen) close();
    else open();
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOpen) return;
    // Keeps a dialog around the popover open.
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <span className="o-anchor" onKeyDown={handleKeyDown}>
      <span className="o-anchor" ref={anchorRef} onClick={handleClick}>
        {cloneElement(trigger, { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, 'aria-controls': isOpen ? id : undefined })}
      </span>
      {isOpen && (
        <div id={id} ref={popupRef} role="dialog" aria-label={label} tabIndex={-1} className={cx('o-popup', 'o-popover', className)}>
          {children(close)}
        </div>
      )}
    </span>
  );
}
