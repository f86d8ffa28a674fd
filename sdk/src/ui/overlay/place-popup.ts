/** Where a popup opens relative to its anchor; it flips when there is no room. @public */
export type Placement = 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | 'bottom' | 'top';

/** A box in viewport pixels. @internal */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 4;
const MARGIN = 8;

/** Computes the top-left corner of a popup inside the viewport; pure. @internal */
export function computePlace(anchor: Box, popup: Pick<Box, 'width' | 'height'>, viewport: Pick<Box, 'width' | 'height'>, placement: Placement, isRtl: boolean): { left: number; top: number; maxHeight: number } {
  const below = viewport.height - (anchor.top + anchor.height) - GAP - MARGIN;
  const above = anchor.top - GAP - MARGIN;
  const wantsTop = placement.startsWith('top');
  const isTop = wantsTop ? above >= popup.height || above > below : below < popup.height && above > below;
  const maxHeight = Math.max(isTop ? above : below, 80);
  const height = Math.min(popup.height, maxHeight);
  const end = placement.endsWith('-end') !== isRtl;
  const wanted = placement.includes('-') ? (end ? anchor.left + anchor.width - popup.width : anchor.left) : anchor.left + (anchor.width - popup.width) / 2;
  return {
    left: Math.max(MARGIN, Math.min(wanted, viewport.width - popup.width - MARGIN)),
    top: isTop ? anchor.top - GAP - height : anchor.top + anchor.height + GAP,
    maxHeight,
  };
}

/** Puts a popup of the top layer beside its anchor. @internal */
export function placePopup(anchor: Element, popup: HTMLElement, placement: Placement, matchWidth: boolean): void {
  const box = anchor.getBoundingClientRect();
  const { style } = popup;
  if (matchWidth) style.minWidth = `${box.width}px`;
  style.maxHeight = '';
  const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const isRtl = getComputedStyle(anchor).direction === 'rtl';
  const place = computePlace(box, { width: popup.offsetWidth, height: popup.offsetHeight }, viewport, placement, isRtl);
  style.left = `${place.left}px`;
  style.top = `${place.top}px`;
  style.maxHeight = `${place.maxHeight}px`;
}
