import { measureText, useChartFont } from '@orrery/sdk/chart';
import type { ChartComponentProps } from '@orrery/sdk/viz';
import type { BigNumberTotalProps } from './big-number-total.ts';
import { totalLayout } from './total-layout.ts';

/** The number as large as asked for, or as large as it fits. */
export function BigNumberTotalChart(props: ChartComponentProps<BigNumberTotalProps>) {
  const { text, metricName, subtitle, width, height } = props;
  const { font } = useChartFont();
  const family = font.replace(/^\S+ /, '');
  const layout = totalLayout({
    width,
    height,
    textWidth: measureText(text, `600 100px ${family}`),
    numberSize: props.numberSize,
    nameSize: metricName ? props.nameSize : 0,
    subtitleSize: subtitle ? props.subtitleSize : 0,
  });
  return (
    <div className="viz-big-number-total-box" style={{ width, height }}>
      {layout.nameSize > 0 ? <div className="viz-big-number-total-note" style={{ fontSize: layout.nameSize }} title={metricName}><bdi>{metricName}</bdi></div> : null}
      <div className="viz-big-number-total-number" style={{ fontSize: layout.numberSize, color: props.color }}><bdi>{text}</bdi></div>
      {layout.subtitleSize > 0 ? <div className="viz-big-number-total-note" style={{ fontSize: layout.subtitleSize }} title={subtitle}><bdi>{subtitle}</bdi></div> : null}
    </div>
  );
}
