/** Rows drawn beyond the visible ones, so that a fast scroll shows no gap. */
const OVERSCAN = 6;

/** Which rows of equal height to draw; pure. @internal */
export function windowRows(count: number, rowHeight: number, scrollTop: number, viewHeight: number): { readonly start: number; readonly end: number } {
  const first = Math.floor(scrollTop / rowHeight) - OVERSCAN;
  const last = Math.ceil((scrollTop + viewHeight) / rowHeight) + OVERSCAN;
  return { start: Math.max(0, Math.min(first, count)), end: Math.max(0, Math.min(last, count)) };
}

/** The scroll position at which `index` is in view, moving as little as possible; pure. @internal */
export function scrollToRow(index: number, rowHeight: number, scrollTop: number, viewHeight: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + viewHeight) return top + rowHeight - viewHeight;
  return scrollTop;
}
