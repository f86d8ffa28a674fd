import { arc, ChartTooltip, fitText, Legend, pie as pieLayout, useChartFont } from '@orrery/sdk/chart';
import type { ChartComponentProps } from '@orrery/sdk/viz';
import { useId, useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { PieProps, Slice } from './pie.ts';

const LEGEND_ROOM = 28;
const SIDE_ROOM = 140;
const FADED = 0.3;

/** Slices with their names beside them; arrow keys walk them, Enter selects. */
export function PieChart(props: ChartComponentProps<PieProps>) {
  const { width, height, slices, showLegend, legendSide, dimensionName, hooks } = props;
  const { font } = useChartFont();
  const id = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [hover, setHover] = useState<{ at: number; x: number; y: number }>();
  const [focus, setFocus] = useState<number>();
  const hasLegend = showLegend && height > 120 && slices.length > 1;
  const beside = hasLegend && (legendSide === 'left' || legendSide === 'right') && width > 3 * SIDE_ROOM;
  const drawWidth = Math.max(1, beside ? width - SIDE_ROOM : width);
  const drawHeight = Math.max(1, hasLegend && !beside ? height - LEGEND_ROOM : height);
  const visible = useMemo(() => slices.filter((slice) => !hidden.has(slice.name)), [slices, hidden]);
  const shapes = useMemo(() => layoutSlices({ ...props, slices: visible }, drawWidth, drawHeight), [props, visible, drawWidth, drawHeight]);

  const select = (slice: Slice | undefined): void => {
    const filters = Object.entries(slice?.filter ?? {});
    if (!slice || filters.length === 0 || !hooks.setDataMask) return;
    const isAlone = slice.isSelected && slices.some((other) => !other.isSelected);
    hooks.setDataMask(
      isAlone
        ? { extraFormData: {}, filterState: { value: null, selectedValues: null } }
        : {
            extraFormData: { filters: filters.map(([col, value]) => (value === null ? { col, op: 'IS NULL' } : { col, op: 'IN', val: [value] })) },
            filterState: { value: [slice.name], selectedValues: [slice.name], label: slice.name },
          },
    );
  };
  const handleKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
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
  return (
    <div className={`o-chart o-chart-legend-at-${beside ? legendSide : legendSide === 'bottom' ? 'bottom' : 'top'}`} style={{ width, height }}>
      {hasLegend ? (
        <Legend
          items={slices.map((slice) => ({ id: slice.name, label: slice.name, color: slice.color }))}
          hidden={hidden}
          side={beside ? legendSide : legendSide === 'bottom' ? 'bottom' : 'top'}
          label={dimensionName}
          onToggle={toggle}
          onIsolate={(name) => setHidden(new Set(slices.map((slice) => slice.name).filter((other) => other !== name)))}
        />
      ) : null}
      <div className="o-chart-drawing" style={{ width: drawWidth, height: drawHeight }}>
        <svg width={drawWidth} height={drawHeight}>
          <g
            transform={`translate(${drawWidth / 2} ${drawHeight / 2})`}
            role="listbox"
            tabIndex={0}
            aria-label={dimensionName || props.metricName || 'Pie'}
            aria-activedescendant={focus === undefined ? undefined : `${id}-${focus}`}
            onKeyDown={handleKey}
            onFocus={() => setFocus((at) => at ?? 0)}
            onBlur={() => setFocus(undefined)}
          >
            {visible.map((slice, at) => (
              <path
                key={slice.name}
                id={`${id}-${at}`}
                role="option"
                aria-selected={slice.isSelected && slices.some((other) => !other.isSelected)}
                aria-label={`${slice.name}: ${slice.valueText} (${slice.shareText})`}
                className={at === focus ? 'viz-pie-slice viz-pie-focus' : 'viz-pie-slice'}
                d={shapes[at]?.path ?? ''}
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
              const label = shapes[at]?.label;
              return label ? (
                <g key={slice.name}>
                  {label.line ? <polyline points={label.line} fill="none" stroke={slice.color} /> : null}
                  <text x={label.x} y={label.y} textAnchor={label.anchor} dominantBaseline="central">{fitText(slice.label, label.room, font)}</text>
                </g>
              ) : null;
            })}
            {props.totalText ? <text className="viz-pie-total" textAnchor="middle" dominantBaseline="central">{props.totalText}</text> : null}
          </g>
        </svg>
        {shown && hover ? (
          <ChartTooltip
            title={shown.name}
            rows={[{ label: props.metricName, value: `${shown.valueText} (${shown.shareText})`, color: shown.color }, ...(Object.keys(shown.filter).length === 0 ? props.otherMembers.map((member) => ({ label: member, value: '' })) : [])]}
            x={hover.x}
            y={hover.y}
            width={drawWidth}
            height={drawHeight}
          />
        ) : null}
      </div>
    </div>
  );
}

interface SliceShape {
  readonly path: string;
  readonly label?: { readonly x: number; readonly y: number; readonly anchor: 'start' | 'middle' | 'end'; readonly room: number; readonly line?: string };
}

/** Arcs, and labels where a slice is large enough to carry one without touching its neighbour's. */
function layoutSlices(props: Pick<PieProps, 'slices' | 'innerRadius' | 'outerRadius' | 'rose' | 'labels' | 'hasLabelLines' | 'labelThreshold'>, width: number, height: number): SliceShape[] {
  const { slices, labels } = props;
  const room = Math.min(width, height) / 2;
  const outer = Math.max(8, room * props.outerRadius * (labels === 'outside' ? 1 : 1.2));
  const inner = outer * props.innerRadius;
  const most = slices.reduce((high, slice) => Math.max(high, slice.value), 0) || 1;
  const radiusOf = (slice: Slice): number => (props.rose === 'none' ? outer : inner + (outer - inner) * (props.rose === 'area' ? Math.sqrt(slice.value / most) : slice.value / most));
  const angles = pieLayout<Slice>().sort(null).value((slice) => (props.rose === 'area' ? 1 : slice.value))(slices as Slice[]);
  return angles.map((angle) => {
    const radius = Math.min(radiusOf(angle.data), room - 2);
    const path = arc()({ innerRadius: inner, outerRadius: radius, startAngle: angle.startAngle, endAngle: angle.endAngle, padAngle: slices.length > 1 ? 0.008 : 0 }) ?? '';
    if (labels === 'none' || angle.data.share < props.labelThreshold) return { path };
    const middle = (angle.startAngle + angle.endAngle) / 2 - Math.PI / 2;
    const [cos, sin] = [Math.cos(middle), Math.sin(middle)];
    if (labels === 'inside') return { path, label: { x: (cos * (inner + radius)) / 1.8, y: (sin * (inner + radius)) / 1.8, anchor: 'middle', room: radius * 0.8 } };
    const x = cos * (radius + 12);
    const y = sin * (radius + 12);
    const line = props.hasLabelLines ? `${(cos * radius).toFixed(1)},${(sin * radius).toFixed(1)} ${(x * 0.99).toFixed(1)},${(y * 0.99).toFixed(1)}` : undefined;
    return { path, label: { x, y, anchor: cos >= 0 ? 'start' : 'end', room: Math.max(20, width / 2 - Math.abs(x) - 4), ...(line ? { line } : {}) } };
  });
}
