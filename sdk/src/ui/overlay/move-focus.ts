import type { KeyboardEvent } from 'react';

/** Where an arrow key, Home or End leads within a list of `count`; undefined for other keys. Follows the writing direction. @internal */
export function nextIndex(key: string, current: number, count: number, orientation: 'horizontal' | 'vertical', isRtl: boolean): number | undefined {
  if (count === 0) return undefined;
  const forward = orientation === 'vertical' ? 'ArrowDown' : isRtl ? 'ArrowLeft' : 'ArrowRight';
  const backward = orientation === 'vertical' ? 'ArrowUp' : isRtl ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return (current + 1) % count;
  if (key === backward) return current <= 0 ? count - 1 : current - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/** Moves the focus among `items` by the arrow keys; answers the new index when it moved. @internal */
export function moveFocus(event: KeyboardEvent, items: readonly HTMLElement[], orientation: 'horizontal' | 'vertical'): number | undefined {
  const current = items.findIndex((item) => item.contains(document.activeElement));
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const next = nextIndex(event.key, current, items.length, orientation, isRtl);
  if (next === undefined) return undefined;
  event.preventDefault();
  items[next]?.focus();
  return next;
}
