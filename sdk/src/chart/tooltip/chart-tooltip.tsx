import { useLayoutEffect, useRef } from 'react';

/** A line of a tooltip. @public */
export interface TooltipRow {
  readonly label: string;
  readonly value: string;
  readonly color?: string;
  readonly isStrong?: boolean;
}

/** @public */
export interface ChartTooltipProps {
  readonly title: string;
  readonly rows: readonly TooltipRow[];
  /** Anchor in px of the drawing, the positioned element around. */
  readonly x: number;
  readonly y: number;
}

/** Most rows a tooltip lists; the rest is counted. */
const MAX_ROWS = 12;
const DISTANCE = 12;
const MARGIN = 4;

/**
 * Values at the pointer. It lies in the top layer, so that no card clips it, on the side of the anchor that has room in the
 * window. Decorative: the same values are in the table view. @public
 */
export function ChartTooltip({ title, rows, x, y }: ChartTooltipProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const drawing = element?.parentElement?.getBoundingClientRect();
    if (!element || !drawing) return;
    // Test environments have no popovers; there it is drawn in place.
    if (typeof element.showPopover === 'function' && !element.matches(':popover-open')) element.showPopover();
    const { offsetWidth: width, offsetHeight: height } = element;
    const { clientWidth, clientHeight } = document.documentElement;
    const anchor = drawing.left + x;
    const left = anchor + DISTANCE + width <= clientWidth - MARGIN ? anchor + DISTANCE : anchor - DISTANCE - width;
    element.style.left = `${clamp(left, clientWidth - width)}px`;
    element.style.top = `${clamp(drawing.top + y, clientHeight - height)}px`;
  });
  const shown = rows.slice(0, MAX_ROWS);
  return (
    <div ref={box} popover="manual" className="o-chart-tooltip" aria-hidden="true">
      <strong>{title}</strong>
      {shown.map((row, at) => (
        <div key={at} className={row.isStrong ? 'o-chart-tooltip-row o-chart-tooltip-strong' : 'o-chart-tooltip-row'}>
          <svg width="8" height="8">{row.color ? <circle cx="4" cy="4" r="4" fill={row.color} /> : null}</svg>
          <bdi>{row.label}</bdi>
          <b><bdi>{row.value}</bdi></b>
        </div>
      ))}
      {rows.length > shown.length ? <div className="o-chart-tooltip-row">+ {rows.length - shown.length}</div> : null}
    </div>
  );
}

function clamp(value: number, most: number): number {
  return Math.round(Math.max(MARGIN, Math.min(most - MARGIN, value)));
}
