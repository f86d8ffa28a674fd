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
  /** Anchor in px of the drawing. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Most rows a tooltip lists; the rest is counted. */
const MAX_ROWS = 12;

/** Values at the pointer, on the side of the anchor that has room. Decorative: the same values are in the table view. @public */
export function ChartTooltip({ title, rows, x, y, width, height }: ChartTooltipProps) {
  const horizontal = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
  const vertical = y > height / 2 ? { bottom: Math.max(0, height - y) } : { top: Math.max(0, y) };
  const shown = rows.slice(0, MAX_ROWS);
  return (
    <div className="o-chart-tooltip" style={{ ...horizontal, ...vertical }} aria-hidden="true">
      <strong>{title}</strong>
      {shown.map((row, at) => (
        <div key={at} className={row.isStrong ? 'o-chart-tooltip-row o-chart-tooltip-strong' : 'o-chart-tooltip-row'}>
          <svg width="8" height="8">{row.color ? <circle cx="4" cy="4" r="4" fill={row.color} /> : null}</svg>
          <span>{row.label}</span>
          <b>{row.value}</b>
        </div>
      ))}
      {rows.length > shown.length ? <div className="o-chart-tooltip-row">+ {rows.length - shown.length}</div> : null}
    </div>
  );
}
