import { measureText } from '../text/measure-text.ts';

const MARKER = 16;
const GAP = 12;
const MOST_WIDTH = 180;
const ROW = 24;
const BELOW = 4;
/** How much of the next row shows when there are more rows than room: enough to see that the legend scrolls. */
const PEEK = 8;

/** Height of a legend above or below a drawing, in px: all rows while they take little of the chart, else it scrolls. @public */
export function legendRoom(labels: readonly string[], width: number, height: number, font: string, scrolls = true): number {
  let rows = 1;
  let used = 0;
  for (const label of labels) {
    const item = Math.min(MOST_WIDTH, MARKER + measureText(label, font));
    if (used > 0 && used + GAP + item > width) {
      rows += 1;
      used = item;
    } else used += (used > 0 ? GAP : 0) + item;
  }
  const most = Math.max(1, Math.floor((height * (scrolls ? 0.22 : 0.5)) / ROW));
  return rows > most ? most * ROW + PEEK : rows * ROW + BELOW;
}
