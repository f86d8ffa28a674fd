import { measureText, useChartFont } from '@orrery/sdk/chart';
import type { ChartComponentProps } from '@orrery/sdk/viz';
import type { BigNumberTotalProps } from './big-number-total.ts';

const MARGIN = 16;

/** The number as large as asked for, or as large as it fits. */
export function BigNumberTotalChart({ text, metricName, subtitle, numberSize, subtitleSize, nameSize, width, height }: ChartComponentProps<BigNumberTotalProps>) {
  const { font } = useChartFont();
  const family = font.replace(/^\S+ /, '');
  const fit = (line: string, size: number): number => Math.max(10, Math.min(size * height, ((width - MARGIN) / Math.max(1, measureText(line, `100px ${family}`))) * 100));
  return (
    <div className="viz-big-number-total-box" style={{ width, height }}>
      {metricName ? <div className="viz-big-number-total-note" style={{ fontSize: Math.min(fit(metricName, nameSize), 28) }}>{metricName}</div> : null}
      <div className="viz-big-number-total-number" style={{ fontSize: fit(text, numberSize) }}>{text}</div>
      {subtitle ? <div className="viz-big-number-total-note" style={{ fontSize: Math.min(fit(subtitle, subtitleSize), 28) }}>{subtitle}</div> : null}
    </div>
  );
}
