import { memo, useId, useMemo, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { ChartTooltip } from '../tooltip/chart-tooltip.tsx';
import type { TooltipRow } from '../tooltip/chart-tooltip.tsx';
import type { CartesianLayout } from './cartesian-layout.ts';
import type { BarBox } from './cartesian-marks.tsx';
import type { CartesianModel } from './cartesian-model.ts';
import type { Hit } from './cross-filter.ts';
import type { Spans } from './stack-series.ts';

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
}

/** Beyond this many marks a list of them helps nobody; the table view does. */
const MAX_OPTIONS = 400;
const REACH = 32;

/**
 * All that happens over the marks: the tooltip follows the pointer, a click selects, and arrow keys walk the same marks as
 * options of a list. Its state is its own, so that hovering never redraws a mark.
 */
export const InteractionLayer = memo(function InteractionLayer(props: InteractionLayerProps) {
  const { model, layout, boxes, width, height, onSelect, onMenu } = props;
  const [hover, setHover] = useState<Hit | undefined>();
  const [focus, setFocus] = useState<number | undefined>();
  const id = useId();
  const options = useMemo(() => (onSelect && model.mark === 'bar' && boxes.length <= MAX_OPTIONS ? boxes : []), [boxes, model.mark, onSelect]);
  const focused = focus === undefined ? undefined : options[focus];
  const shown = hover ?? (focused ? { series: focused.series, index: focused.index } : undefined);

  const hitAt = (event: PointerEvent<SVGElement> | React.MouseEvent<SVGElement>): Hit | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    return findHit(props, event.clientX - box.left, event.clientY - box.top);
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
      <svg
        className={onSelect ? 'o-chart-overlay o-chart-clickable' : 'o-chart-overlay'}
        width={width}
        height={height}
        onPointerMove={(event) => setHover(hitAt(event))}
        onPointerLeave={() => setHover(undefined)}
        onClick={(event) => {
          const hit = hitAt(event);
          if (hit) onSelect?.(hit);
        }}
        onContextMenu={(event) => {
          const hit = hitAt(event);
          if (!hit || !onMenu) return;
          event.preventDefault();
          onMenu({ x: event.clientX, y: event.clientY }, hit);
        }}
      >
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
      {shown ? <Tooltip model={model} hit={shown} x={model.isHorizontal ? layout.plot.left + layout.plot.width / 2 : (layout.positions[shown.index] ?? 0)} y={model.isHorizontal ? (layout.positions[shown.index] ?? 0) : layout.plot.top} width={width} height={height} /> : null}
    </>
  );
});

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

/** The nearest x, and there the series whose mark is nearest. */
function findHit({ model, spans, layout, boxes }: InteractionLayerProps, x: number, y: number): Hit | undefined {
  const along = model.isHorizontal ? y : x;
  const across = model.isHorizontal ? x : y;
  const { plot } = layout;
  if (x < plot.left - REACH || x > plot.left + plot.width + REACH || y < plot.top - REACH || y > plot.top + plot.height + REACH) return undefined;
  let index = -1;
  let best = Infinity;
  layout.positions.forEach((position, at) => {
    const distance = Math.abs(position - along);
    if (distance < best) [best, index] = [distance, at];
  });
  if (index < 0) return undefined;
  const inside = boxes.find((box) => box.index === index && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
  if (inside) return { series: inside.series, index };
  let series = 0;
  best = Infinity;
  spans.forEach((line, at) => {
    const span = line[index];
    const box = boxes.length > 0 && model.stack === 'none' ? boxes.find((item) => item.index === index && item.series === at) : undefined;
    const distance = box ? Math.abs((model.isHorizontal ? box.y + box.height / 2 : box.x + box.width / 2) - along) : span ? Math.abs(layout.value(span[1]) - across) : Infinity;
    if (distance < best) [best, series] = [distance, at];
  });
  return { series, index };
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
        return span ? <circle key={series} cx={at} cy={layout.value(span[1])} r={3.5} fill={model.series[series]?.color} className="o-chart-hover-dot" /> : null;
      })}
    </g>
  );
}

function Tooltip({ model, hit, ...place }: { readonly model: CartesianModel; readonly hit: Hit; readonly x: number; readonly y: number; readonly width: number; readonly height: number }) {
  const values = model.series.map((series, index) => ({ index, series, value: series.values[hit.index] ?? null }));
  const listed = (model.richTooltip ? values : values.filter(({ index }) => index === hit.series))
    .filter(({ value }) => value !== null && (model.stack === 'none' || value !== 0))
    .sort((a, b) => (model.stack === 'none' ? (b.value ?? 0) - (a.value ?? 0) : b.index - a.index));
  const rows: TooltipRow[] = listed.map(({ index, series, value }) => ({ label: series.label, value: model.formatY(value), color: series.color, isStrong: index === hit.series && values.length > 1 }));
  if (model.tooltipTotal && model.richTooltip && listed.length > 1) rows.push({ label: 'Σ', value: model.formatY(listed.reduce((sum, { value }) => sum + (value ?? 0), 0)), isStrong: true });
  return <ChartTooltip title={model.formatXLong(model.xs[hit.index] ?? null)} rows={rows} {...place} />;
}
