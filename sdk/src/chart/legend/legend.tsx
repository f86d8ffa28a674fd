/** One entry of a legend. @public */
export interface LegendItem {
  readonly id: string;
  readonly label: string;
  readonly color: string;
}

/** @public */
export interface LegendProps {
  readonly items: readonly LegendItem[];
  readonly hidden: ReadonlySet<string>;
  readonly side: 'top' | 'bottom' | 'left' | 'right';
  /** Height above or below the drawing in px; it scrolls beyond. */
  readonly room?: number;
  /** Name of the group for assistive technology. */
  readonly label: string;
  readonly onToggle: (id: string) => void;
  /** Shows only this entry, or all again. */
  readonly onIsolate: (id: string) => void;
}

/** Names the colours; a click hides or shows a series, a double click shows it alone. @public */
export function Legend({ items, hidden, side, room, label, onToggle, onIsolate }: LegendProps) {
  const isBeside = side === 'left' || side === 'right';
  return (
    <ul className={`o-chart-legend o-chart-legend-${side}`} style={isBeside || room === undefined ? undefined : { blockSize: room }} aria-label={label}>
      {items.map((item) => (
        <li key={item.id}>
          <button type="button" aria-pressed={!hidden.has(item.id)} onClick={() => onToggle(item.id)} onDoubleClick={() => onIsolate(item.id)} title={item.label}>
            <svg width="10" height="10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill={item.color} /></svg>
            <bdi>{item.label}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
