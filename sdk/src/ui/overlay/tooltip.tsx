import { cloneElement, useEffect, useId, useRef } from 'react';
import type { HTMLAttributes, KeyboardEvent, ReactElement, ReactNode } from 'react';
import { usePopup } from './use-popup.ts';

/** @public */
export interface TooltipProps {
  readonly text: string;
  /** One element that takes the focus. */
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
  /** The text is the element's name already and is not announced a second time. */
  readonly isName?: boolean;
}

const DELAY_MS = 350;

/** A short text shown on hover and focus; Escape hides it, and the pointer may move onto it (WCAG 1.4.13). @public */
export function Tooltip({ text, children, isName = false }: TooltipProps): ReactNode {
  const { isOpen, open, close, anchorRef, popupRef } = usePopup<HTMLSpanElement>({ placement: 'top', dismiss: false });
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const schedule = (act: () => void, delay: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, delay);
  };
  const hide = (): void => {
    clearTimeout(timer.current);
    close();
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    hide();
  };
  const handleFocus = (event: { target: EventTarget }): void => {
    // Only for keyboard focus: after a click the tooltip would stay in the way.
    if (event.target instanceof Element && event.target.matches(':focus-visible')) open();
  };
  const described = isOpen && !isName ? { 'aria-describedby': id } : undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className="o-anchor"
      onPointerEnter={() => schedule(open, DELAY_MS)}
      onPointerLeave={() => schedule(close, 100)}
      onPointerDown={hide}
      onFocus={handleFocus}
      onBlur={hide}
      onKeyDown={handleKeyDown}
    >
      <span className="o-anchor" ref={anchorRef}>
        {described ? cloneElement(children, described) : children}
      </span>
      {isOpen && (
        <span id={id} ref={popupRef} role="tooltip" aria-hidden={isName || undefined} className="o-popup o-tooltip">
          {text}
        </span>
      )}
    </span>
  );
}
