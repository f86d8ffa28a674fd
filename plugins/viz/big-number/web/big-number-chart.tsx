import { measureText, useChartFont } from '@orrery/sdk/chart';
import type { ChartComponentProps } from '@orrery/sdk/viz';
import type { BigNumberProps } from './big-number.ts';
import { headlineLayout } from './headline-layout.ts';
import { TrendLine } from './trend-line.tsx';

const ARROWS = { up: '▲', down: '▼', flat: '■' } as const;

/** The number above the line it came from. */
export function BigNumberChart(props: ChartComponentProps<BigNumberProps>) {
  const { text, when, change, metricName, subtitle, isStale, trend, width, height } = props;
  const { font } = useChartFont();
  const family = font.replace(/^\S+ /, '');
  const note = [subtitle, when].filter(Boolean).join(' · ');
  const layout = headlineLayout({
    width,
    height,
    textWidth: measureText(text, `600 100px ${family}`),
    numberSize: props.numberSize,
    noteSize: props.noteSize,
    metricName: metricName !== '',
    change: change !== undefined,
    note: note !== '',
    trend: trend.length > 1,
  });
  return (
    <div className="viz-big-number-box" style={{ width, height }}>
      <div className="viz-big-number-head" style={{ fontSize: layout.noteSize }}>
        {layout.metricName ? <div className="viz-big-number-note" title={metricName}><bdi>{metricName}</bdi></div> : null}
        <div className={isStale ? 'viz-big-number-number viz-big-number-stale' : 'viz-big-number-number'} style={{ fontSize: layout.numberSize }}><bdi>{text}</bdi></div>
        {change && layout.change ? <div className={`viz-big-number-change viz-big-number-${change.direction}`} title={change.text}>{ARROWS[change.direction]} <bdi>{change.text}</bdi></div> : null}
        {layout.note ? <div className="viz-big-number-note" title={note}><bdi>{note}</bdi></div> : null}
      </div>
      {layout.trendHeight > 0 ? <TrendLine trend={trend} color={props.color} fromZero={props.fromZero} width={width} height={layout.trendHeight} /> : null}
    </div>
  );
}
