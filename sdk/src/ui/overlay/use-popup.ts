import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Placement } from './place-popup.ts';
import { placePopup } from './place-popup.ts';

/** @internal */
export interface Popup<T extends HTMLElement> {
  readonly isOpen: boolean;
  open(): void;
  /** Closes; the focus returns to the trigger when it was inside. */
  close(): void;
  /** A wrapper without a box; the first element in it that has one is the anchor. */
  readonly anchorRef: RefObject<HTMLElement | null>;
  /** The popup itself, drawn only while open. */
  readonly popupRef: RefObject<T | null>;
}

/** Shows an element in the browser's top layer beside an anchor, and closes it on a press outside or when the focus leaves. @internal */
export function usePopup<T extends HTMLElement>(options: { placement?: Placement; matchWidth?: boolean; dismiss?: boolean } = {}): Popup<T> {
  const { placement = 'bottom-start', matchWidth = false, dismiss = true } = options;
  const [isOpen, setOpen] = useState(false);
  const anchorRef = useRef<HTMLElement>(null);
  const popupRef = useRef<T>(null);

  const close = useCallback(() => {
    const hadFocus = popupRef.current?.contains(document.activeElement) ?? false;
    setOpen(false);
    if (hadFocus) focusTrigger(anchorRef.current);
  }, []);
  const open = useCallback(() => setOpen(true), []);

  useLayoutEffect(() => {
    const popup = popupRef.current;
    const anchor = anchorRef.current?.querySelector(':not(.o-anchor)');
    if (!isOpen || !popup || !anchor) return;
    // Where there is no top layer (test environments), the popup is drawn in place.
    if (typeof popup.showPopover === 'function') {
      popup.popover = 'manual';
      popup.showPopover();
    }
    const place = (): void => placePopup(anchor, popup, placement, matchWidth);
    place();
    const observer = new ResizeObserver(place);
    observer.observe(popup);
    window.addEventListener('resize', place);
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
      document.removeEventListener('scroll', place, { capture: true });
    };
  }, [isOpen, placement, matchWidth]);

  useEffect(() => {
    if (!isOpen || !dismiss) return;
    const isInside = (target: EventTarget | null): boolean =>
      target instanceof Node && ((popupRef.current?.contains(target) ?? false) || (anchorRef.current?.contains(target) ?? false));
    const handlePress = (event: Event): void => {
      if (!isInside(event.target)) setOpen(false);
    };
    const handleFocusOut = (event: FocusEvent): void => {
      if (event.relatedTarget && isInside(event.target) && !isInside(event.relatedTarget)) setOpen(false);
    };
    document.addEventListener('pointerdown', handlePress, true);
    document.addEventListener('focusout', handleFocusOut);
    return () => {
      document.removeEventListener('pointerdown', handlePress, true);
      document.removeEventListener('focusout', handleFocusOut);
    };
  }, [isOpen, dismiss]);

  return { isOpen, open, close, anchorRef, popupRef };
}

/** Elements the Tab key reaches. @internal */
export const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

function focusTrigger(wrapper: HTMLElement | null): void {
  (wrapper?.querySelector<HTMLElement>(FOCUSABLE) ?? undefined)?.focus();
}
