import { useState } from 'react';
import type { UIEvent } from 'react';

const ROW_HEIGHT = 33;
/** Up to here all rows are drawn, so that the browser's own search finds them. */
const ALL_ROWS = 300;
const OVERSCAN = 12;

/** The rows worth drawing: all of a short table, of a long one those in view. */
export function useRowWindow(count: number, height: number): { readonly first: number; readonly last: number; readonly rowHeight: number; readonly onScroll: (event: UIEvent<HTMLElement>) => void } {
  const [top, setTop] = useState(0);
  const isWindowed = count > ALL_ROWS;
  const first = isWindowed ? Math.max(0, Math.floor(top / ROW_HEIGHT) - OVERSCAN) : 0;
  const last = isWindowed ? Math.min(count, Math.ceil((top + height) / ROW_HEIGHT) + OVERSCAN) : count;
  return {
    first,
    last,
    rowHeight: ROW_HEIGHT,
    onScroll(event) {
      if (!isWindowed) return;
      // Whole rows only: scrolling within a row redraws nothing.
      const rowTop = Math.floor(event.currentTarget.scrollTop / ROW_HEIGHT) * ROW_HEIGHT;
      setTop(rowTop);
    },
  };
}
