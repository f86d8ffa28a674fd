import { area, ChartTooltip, line, scaleLinear } from '@orrery/sdk/chart';
import { useMemo, useState } from 'react';
import type { BigNumberProps } from './big-number.ts';

interface TrendLineProps extends Pick<BigNumberProps, 'trend' | 'color' | 'fromZero'> {
  readonly width: number;
  readonly height: number;
}

interface Dot {
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

/** The way the number took, without axes; the pointer reads single points. */
export function TrendLine(props: TrendLineProps) {
  const { color, width, height } = props;
  const [at, setAt] = useState<number | undefined>();
  const { dots, stroke, fill } = useMemo(() => shape(props), [props]);
  const hovered = at === undefined ? undefined : dots[at];
  return (
    <div className="viz-big-number-trend" style={{ height }}>
      <svg
        width={width}
        height={height}
        aria-hidden="true"
        onPointerLeave={() => setAt(undefined)}
        onPointerMove={(event) => {
          const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
          setAt(dots.reduce((best, dot, index) => (Math.abs(dot.x - left) < Math.abs((dots[best]?.x ?? 0) - left) ? index : best), 0));
        }}
      >
        <path d={fill} fill={color} fillOpacity={0.12} />
        <path d={stroke} fill="none" stroke={color} strokeWidth={2} />
        {hovered ? <circle cx={hovered.x} cy={hovered.y} r={3.5} fill={color} /> : null}
      </svg>
      {hovered ? <ChartTooltip title={hovered.label} rows={[]} x={hovered.x} y={0} /> : null}
    </div>
  );
}

function shape({ trend, fromZero, width, height }: TrendLineProps): { readonly dots: readonly Dot[]; readonly stroke: string; readonly fill: string } {
  const points = trend.filter((point): point is typeof point & { value: number } => point.value !== null);
  const low = points.reduce((least, { value }) => Math.min(least, value), fromZero ? 0 : Infinity);
  const high = points.reduce((most, { value }) => Math.max(most, value), fromZero ? 0 : -Infinity);
  const x = scaleLinear([trend[0]?.time ?? 0, trend[trend.length - 1]?.time ?? 1], [4, width - 4]);
  const y = scaleLinear([low, high === low ? low + 1 : high], [height - 3, 4]);
  const dots = points.map((point) => ({ x: x(point.time), y: y(point.value), label: point.label }));
  return {
    dots,
    stroke: line<Dot>((dot) => dot.x, (dot) => dot.y).digits(1)(dots) ?? '',
    fill: area<Dot>((dot) => dot.x, height, (dot) => dot.y).digits(1)(dots) ?? '',
  };
}
