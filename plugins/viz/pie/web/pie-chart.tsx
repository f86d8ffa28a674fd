import { ChartTooltip, Legend, legendRoom, useChartFont } from '@orrery/sdk/chart';
import type { ChartComponentProps } from '@orrery/sdk/viz';
import { useId, useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { layoutPie } from './pie-layout.ts';
import type { PieLayout, SliceLabel } from './pie-layout.ts';
import type { PieProps, Slice } from './pie.ts';
import { sliceMask } from './slice-mask.ts';

const SIDE_ROOM = 140;
const FADED = 0.3;
const LINE_EM = 1.2;
/** Below this height a legend would leave no room for the pie. */
const LEAST_WITH_LEGEND = 120;
const MOST_MEMBERS = 11;

/** Slices with their names beside them, or in a legend where those find no room; arrow keys walk them, Enter selects. */
export function PieChart(props: ChartComponentProps<PieProps>) {
  const { width, height, slices, dimensionName, hooks } = props;
  const { font } = useChartFont();
  const id = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [hover, setHover] = useState<{ at: number; x: number; y: number }>();
  const [focus, setFocus] = useState<number>();
  const visible = useMemo(() => slices.filter((slice) => !hidden.has(slice.name)), [slices, hidden]);
  const { legend, legendText, room, drawWidth, drawHeight, layout } = useMemo(() => arrange(props, visible, font), [props, visible, font]);

  const select = (slice: Slice | undefined): void => {
    const mask = slice && sliceMask(slices, slice);
    if (mask) hooks.setDataMask?.(mask);
  };
  const handleKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined && visible.length > 0) {
      event.preventDefault();
      setFocus((at) => ((at ?? -1) + step + visible.length) % visible.length);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      select(focus === undefined ? undefined : visible[focus]);
    }
  };
  const toggle = (name: string): void =>
    setHidden((before) => {
      const next = new Set(before);
      if (!next.delete(name)) next.add(name);
      return next.size === slices.length ? new Set() : next;
    });
  const shown = hover ? visible[hover.at] : undefined;
  const isEmitting = hooks.setDataMask !== undefined;
  return (
    <div className={`o-chart o-chart-legend-at-${legend}`} style={{ width, height }}>
      {legend === 'none' ? null : (
        <Legend
          items={slices.map((slice) => ({ id: slice.name, label: legendText(slice), color: slice.color }))}
          hidden={hidden}
          side={legend}
          room={room}
          label={dimensionName}
          onToggle={toggle}
          onIsolate={(name) => setHidden(new Set(slices.map((slice) => slice.name).filter((other) => other !== name)))}
        />
      )}
      <div className="o-chart-drawing" style={{ width: drawWidth, height: drawHeight }}>
        <svg className="o-chart-svg" width={drawWidth} height={drawHeight}>
          <g
            transform={`translate(${drawWidth / 2} ${drawHeight / 2})`}
            role="listbox"
            tabIndex={0}
            aria-label={dimensionName || props.metricName || 'Pie'}
            aria-activedescendant={focus === undefined || !visible[focus] ? undefined : `${id}-${focus}`}
            onKeyDown={handleKey}
            onFocus={() => setFocus((at) => at ?? 0)}
            onBlur={() => setFocus(undefined)}
          >
            {visible.map((slice, at) => (
              <path
                key={at}
                id={`${id}-${at}`}
                role="option"
                aria-selected={slice.isSelected && slices.some((other) => !other.isSelected)}
                aria-label={`${slice.name}: ${slice.valueText} (${slice.shareText})`}
                className={`viz-pie-slice${at === focus ? ' viz-pie-focus' : ''}${isEmitting && Object.keys(slice.filter).length > 0 ? ' viz-pie-clickable' : ''}`}
                d={layout.shapes[at]?.path ?? ''}
                fill={slice.color}
                opacity={slice.isSelected ? 1 : FADED}
                onClick={() => select(slice)}
                onPointerMove={(event) => {
                  const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
                  setHover({ at, x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) });
                }}
                onPointerLeave={() => setHover(undefined)}
              />
            ))}
          </g>
          <g transform={`translate(${drawWidth / 2} ${drawHeight / 2})`} aria-hidden="true" className="viz-pie-labels">
            {visible.map((slice, at) => {
              const label = layout.shapes[at]?.label;
              return label ? <SliceText key={at} label={label} color={slice.color} isInside={props.labels === 'inside'} /> : null;
            })}
            {props.totalText && props.innerRadius > 0 ? <text className="viz-pie-total" textAnchor="middle" dominantBaseline="central">{props.totalText}</text> : null}
          </g>
        </svg>
        {shown && hover ? (
          <ChartTooltip
            title={shown.name}
            rows={[{ label: props.metricName, value: `${shown.valueText} (${shown.shareText})`, color: shown.color }, ...(Object.keys(shown.filter).length === 0 ? props.otherMembers.slice(0, MOST_MEMBERS).map((member) => ({ label: member, value: '' })) : [])]}
            x={hover.x}
            y={hover.y}
          />
        ) : null}
      </div>
    </div>
  );
}

function SliceText({ label, color, isInside }: { readonly label: SliceLabel; readonly color: string; readonly isInside: boolean }) {
  const { x, y, lines, anchor, leader } = label;
  return (
    <g className={isInside ? 'viz-pie-inside' : undefined}>
      {leader ? <polyline points={leader} fill="none" stroke={color} /> : null}
      <text textAnchor={anchor} dominantBaseline="central" y={y}>
        {lines.map((line, at) => (
          <tspan key={at} x={x} dy={`${at === 0 ? (-LINE_EM * (lines.length - 1)) / 2 : LINE_EM}em`}>{line}</tspan>
        ))}
      </text>
    </g>
  );
}

interface Arranged {
  readonly legend: PieProps['legendSide'] | 'none';
  /** The whole label when it stands nowhere else. */
  readonly legendText: (slice: Slice) => string;
  readonly room: number;
  readonly drawWidth: number;
  readonly drawHeight: number;
  readonly layout: PieLayout;
}

/** A legend when asked for, and also where names find no room beside their slices. */
function arrange(props: ChartComponentProps<PieProps>, visible: readonly Slice[], font: string): Arranged {
  const { width, height, slices, showLegend } = props;
  const place = (legend: Arranged['legend'], labels: PieProps['labels'], legendText: Arranged['legendText'], scrolls: boolean): Arranged => {
    const isBeside = legend === 'left' || legend === 'right';
    const room = legend === 'none' || isBeside ? 0 : legendRoom(slices.map(legendText), width, height, font, scrolls);
    const drawWidth = Math.max(1, isBeside ? width - SIDE_ROOM : width);
    const drawHeight = Math.max(1, height - room);
    return { legend, legendText, room, drawWidth, drawHeight, layout: layoutPie({ ...props, slices: visible, labels }, drawWidth, drawHeight, font) };
  };
  const canHaveLegend = height > LEAST_WITH_LEGEND && slices.length > 1;
  const side = (props.legendSide === 'left' || props.legendSide === 'right') && width <= 3 * SIDE_ROOM ? 'top' : props.legendSide;
  const first = place(showLegend && canHaveLegend ? side : 'none', props.labels, ({ name }) => name, props.legendScrolls);
  if (!first.layout.isCrowded || first.legend !== 'none' || !canHaveLegend) return first;
  return place(width > 3 * SIDE_ROOM && width > 1.6 * height ? 'right' : 'bottom', props.labels === 'outside' ? 'none' : props.labels, ({ label, name }) => label.replaceAll('\n', ' ') || name, false);
}
