import { memo, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { ChartTooltip } from '../tooltip/chart-tooltip.tsx';
import type { CartesianLayout } from './cartesian-layout.ts';
import type { BarBox } from './cartesian-marks.tsx';
import type { CartesianModel } from './cartesian-model.ts';
import type { Hit } from './cross-filter.ts';
import { findHit, nearestIndex } from './find-hit.ts';
import type { Spans } from './stack-series.ts';
import { tooltipRows } from './tooltip-rows.ts';

interface InteractionLayerProps {
  readonly model: CartesianModel;
  readonly spans: Spans;
  readonly layout: CartesianLayout;
  /** Of a bar chart; empty for lines. */
  readonly boxes: readonly BarBox[];
  readonly width: number;
  readonly height: number;
  readonly onSelect?: (hit: Hit) => void;
  readonly onMenu?: (event: { x: number; y: number }, hit: Hit) => void;
  /** Told the first and last index dragged over. */
  readonly onZoom?: (from: number, to: number) => void;
}

/** Beyond this many marks a list of them helps nobody; the table view does. */
const MAX_OPTIONS = 400;
/** A shorter way between press and release is a click. */
const DRAG = 6;

/**
 * All that happens over the marks: the tooltip follows the pointer, a click selects, a drag zooms, and arrow keys walk the
 * same marks as options of a list. Its state is its own, so that hovering never redraws a mark.
 */
export const InteractionLayer = memo(function InteractionLayer(props: InteractionLayerProps) {
  const { model, layout, boxes, width, height, onSelect, onMenu, onZoom } = props;
  const [hover, setHover] = useState<Hit | undefined>();
  const [focus, setFocus] = useState<number | undefined>();
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>();
  const wasDragged = useRef(false);
  const id = useId();
  const options = useMemo(() => (onSelect && model.mark === 'bar' && boxes.length <= MAX_OPTIONS ? boxes : []), [boxes, model.mark, onSelect]);
  const focused = focus === undefined ? undefined : options[focus];
  const isDragging = drag !== undefined && Math.abs(drag.to - drag.from) > DRAG;
  const shown = isDragging ? undefined : (hover ?? (focused ? { series: focused.series, index: focused.index } : undefined));

  const pointAt = (event: PointerEvent<SVGElement> | MouseEvent<SVGElement>): { x: number; y: number } => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const hitAt = (event: PointerEvent<SVGElement> | MouseEvent<SVGElement>): Hit | undefined => {
    const { x, y } = pointAt(event);
    return findHit(props, x, y);
  };
  const handleMove = (event: PointerEvent<SVGElement>): void => {
    if (drag) setDrag({ from: drag.from, to: pointAt(event).x });
    const hit = hitAt(event);
    setHover((last) => (last && hit && last.index === hit.index && last.series === hit.series ? last : hit));
  };
  const handleDown = (event: PointerEvent<SVGElement>): void => {
    wasDragged.current = false;
    if (!onZoom || event.button !== 0) return;
    const { x } = pointAt(event);
    setDrag({ from: x, to: x });
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const handleUp = (): void => {
    if (drag && isDragging && onZoom) {
      wasDragged.current = true;
      const [from, to] = [drag.from, drag.to].sort((a, b) => a - b).map((x) => nearestIndex(layout.positions, x));
      if (from !== undefined && to !== undefined && to > from) onZoom(from, to);
    }
    setDrag(undefined);
  };
  const handleKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setFocus((at) => Math.min(options.length - 1, Math.max(0, (at ?? -1) + step)));
    } else if ((event.key === 'Enter' || event.key === ' ') && focused) {
      event.preventDefault();
      onSelect?.({ series: focused.series, index: focused.index });
    } else if (event.key === 'Escape') setFocus(undefined);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the options inside are what the keyboard and screen readers get */}
      <svg
        className={`o-chart-overlay${onSelect ? ' o-chart-clickable' : ''}`}
        width={width}
        height={height}
        onPointerMove={handleMove}
        onPointerDown={handleDown}
        onPointerUp={handleUp}
        onPointerCancel={() => setDrag(undefined)}
        onPointerLeave={() => setHover(undefined)}
        onClick={(event) => {
          const hit = wasDragged.current ? undefined : hitAt(event);
          if (hit) onSelect?.(hit);
        }}
        onContextMenu={(event) => {
          const hit = hitAt(event);
          if (!hit || !onMenu) return;
          event.preventDefault();
          onMenu({ x: event.clientX, y: event.clientY }, hit);
        }}
      >
        {isDragging ? <rect className="o-chart-brush" x={Math.min(drag.from, drag.to)} width={Math.abs(drag.to - drag.from)} y={layout.plot.top} height={layout.plot.height} /> : null}
        {shown ? <HoverMark {...props} hit={shown} /> : null}
        {options.length > 0 ? (
          <g
            role="listbox"
            tabIndex={0}
            aria-label={model.yTitle || model.xTitle || model.xName}
            aria-activedescendant={focused ? `${id}-${focus}` : undefined}
            onKeyDown={handleKey}
            onFocus={() => setFocus((at) => at ?? 0)}
            onBlur={() => setFocus(undefined)}
          >
            {options.map((box, at) => (
              <rect
                key={at}
                id={`${id}-${at}`}
                role="option"
                aria-selected={isChosen(model, box)}
                aria-label={optionLabel(model, box)}
                className={at === focus ? 'o-chart-option o-chart-option-active' : 'o-chart-option'}
                x={box.x}
                y={box.y}
                width={Math.max(1, box.width)}
                height={Math.max(1, box.height)}
              />
            ))}
          </g>
        ) : null}
      </svg>
      {shown ? <ChartTooltip title={model.formatXLong(model.xs[shown.index] ?? null)} rows={tooltipRows(model, shown)} {...anchorOf(props, shown)} /> : null}
    </>
  );
});

function anchorOf({ model, spans, layout }: InteractionLayerProps, hit: Hit): { x: number; y: number } {
  const along = layout.positions[hit.index] ?? 0;
  return model.isHorizontal ? { x: layout.value(spans[hit.series]?.[hit.index]?.[1] ?? 0), y: along } : { x: along, y: layout.plot.top };
}

function isChosen(model: CartesianModel, box: BarBox): boolean {
  if (model.selectedXs.length > 0) return model.selectedXs.includes(model.xs[box.index] ?? null);
  return (model.series[box.series]?.isSelected ?? false) && model.series.some((series) => !series.isSelected);
}

function optionLabel(model: CartesianModel, box: BarBox): string {
  const series = model.series[box.series];
  const x = model.formatXLong(model.xs[box.index] ?? null);
  const value = model.formatY(series?.values[box.index] ?? null);
  return model.series.length > 1 ? `${x}, ${series?.label ?? ''}: ${value}` : `${x}: ${value}`;
}

function HoverMark({ model, spans, layout, boxes, hit }: InteractionLayerProps & { readonly hit: Hit }) {
  const { plot } = layout;
  const at = layout.positions[hit.index] ?? 0;
  if (boxes.length > 0) {
    const room = model.isHorizontal ? { x: plot.left, width: plot.width, y: at - layout.band / 2, height: layout.band } : { y: plot.top, height: plot.height, x: at - layout.band / 2, width: layout.band };
    return <rect className="o-chart-hover-band" {...room} />;
  }
  return (
    <g aria-hidden="true">
      <line className="o-chart-crosshair" x1={at} x2={at} y1={plot.top} y2={plot.top + plot.height} />
      {spans.map((line, series) => {
        const span = line[hit.index];
        const isGap = (model.series[series]?.values[hit.index] ?? null) === null;
        return span && !isGap ? <circle key={series} cx={at} cy={layout.value(span[1])} r={3.5} fill={model.series[series]?.color} className="o-chart-hover-dot" /> : null;
      })}
    </g>
  );
}
