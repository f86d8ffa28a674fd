import { area, ChartTooltip, line, measureText, scaleLinear, useChartFont } from '@orrery/sdk/chart';
import type { ChartComponentProps } from '@orrery/sdk/viz';
import { useState } from 'react';
import type { BigNumberProps } from './big-number.ts';

const MARGIN = 16;
const TREND_SHARE = 0.35;
const ARROWS = { up: '▲', down: '▼', flat: '■' } as const;

/** The number above the line it came from. */
export function BigNumberChart(props: ChartComponentProps<BigNumberProps>) {
  const { text, when, change, metricName, subtitle, isStale, trend, width, height, numberSize, noteSize } = props;
  const { font } = useChartFont();
  const trendHeight = trend.length > 1 ? Math.round(height * TREND_SHARE) : 0;
  const room = height - trendHeight;
  const family = font.replace(/^\S+ /, '');
  const size = Math.max(12, Math.min(numberSize * height, room * 0.6, ((width - MARGIN) / Math.max(1, measureText(text, `100px ${family}`))) * 100));
  const note = Math.max(11, Math.min(noteSize * height, 18));
  return (
    <div className="viz-big-number-box" style={{ width, height }}>
      <div className="viz-big-number-head" style={{ height: room, fontSize: note }}>
        {metricName ? <div className="viz-big-number-note">{metricName}</div> : null}
        <div className={isStale ? 'viz-big-number-number viz-big-number-stale' : 'viz-big-number-number'} style={{ fontSize: size }}>{text}</div>
        {change ? <div className={`viz-big-number-change viz-big-number-${change.direction}`}>{ARROWS[change.direction]} {change.text}</div> : null}
        {subtitle || when ? <div className="viz-big-number-note">{[subtitle, when].filter(Boolean).join(' · ')}</div> : null}
      </div>
      {trendHeight > 0 ? <Trend {...props} height={trendHeight} /> : null}
    </div>
  );
}

function Trend({ trend, color, fromZero, width, height }: ChartComponentProps<BigNumberProps>) {
  const [at, setAt] = useState<number | undefined>();
  const values = trend.flatMap(({ value }) => (value === null ? [] : [value]));
  const low = values.reduce((a, b) => Math.min(a, b), fromZero ? 0 : Infinity);
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const x = scaleLinear([trend[0]?.time ?? 0, trend[trend.length - 1]?.time ?? 1], [2, width - 2]);
  const y = scaleLinear([low, high === low ? low + 1 : high], [height - 3, 4]);
  const points = trend.filter((point): point is typeof point & { value: number } => point.value !== null);
  const stroke = line<(typeof points)[number]>((point) => x(point.time), (point) => y(point.value)).digits(1)(points) ?? '';
  const fill = area<(typeof points)[number]>().x((point) => x(point.time)).y0(height).y1((point) => y(point.value)).digits(1)(points) ?? '';
  const hovered = at === undefined ? undefined : points[at];
  return (
    <div className="viz-big-number-trend" style={{ height }}>
      <svg
        width={width}
        height={height}
        aria-hidden="true"
        onPointerLeave={() => setAt(undefined)}
        onPointerMove={(event) => {
          const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
          setAt(points.reduce((best, point, index) => (Math.abs(x(point.time) - left) < Math.abs(x(points[best]?.time ?? 0) - left) ? index : best), 0));
        }}
      >
        <path d={fill} fill={color} fillOpacity={0.12} />
        <path d={stroke} fill="none" stroke={color} strokeWidth={2} />
        {hovered ? <circle cx={x(hovered.time)} cy={y(hovered.value)} r={3.5} fill={color} /> : null}
      </svg>
      {hovered ? <ChartTooltip title={hovered.label} rows={[]} x={x(hovered.time)} y={0} width={width} height={height} /> : null}
    </div>
  );
}
