import { memo, useCallback, useMemo, useState } from 'react';
import type { ChartComponentProps } from '@orrery/sdk/viz';
import { Axes } from '../axis/axes.tsx';
import { Legend } from '../legend/legend.tsx';
import { useChartFont } from '../text/use-chart-font.ts';
import { BarMarks, barBoxes, LineMarks } from './cartesian-marks.tsx';
import { layoutCartesian } from './cartesian-layout.ts';
import { crossFilterMask } from './cross-filter.ts';
import type { Hit } from './cross-filter.ts';
import { InteractionLayer } from './interaction-layer.tsx';
import { stackSeries } from './stack-series.ts';
import type { CartesianProps } from './transform-timeseries.ts';
import { ValueLabels } from './value-labels.tsx';

const LEGEND_ROOM = 28;
const SIDE_LEGEND_ROOM = 140;
/** Below this a legend and axes would leave no room for the data. */
const TINY = 120;

/** Line, area, bar and scatter charts over time, numbers or categories. @public */
export const CartesianChart = memo(function CartesianChart({ model, width, height, hooks }: ChartComponentProps<CartesianProps>) {
  const { font, fontSize } = useChartFont();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const visible = useMemo(() => (hidden.size === 0 ? model : { ...model, series: model.series.filter((series) => !hidden.has(series.id)) }), [model, hidden]);
  const hasLegend = model.showLegend && height > TINY;
  const beside = hasLegend && (model.legendSide === 'left' || model.legendSide === 'right') && width > 3 * SIDE_LEGEND_ROOM;
  const drawWidth = Math.max(1, beside ? width - SIDE_LEGEND_ROOM : width);
  const drawHeight = Math.max(1, hasLegend && !beside ? height - LEGEND_ROOM : height);
  const { spans, layout, boxes } = useMemo(() => {
    const piled = stackSeries(visible);
    const placed = layoutCartesian(visible, piled, drawWidth, drawHeight, font, fontSize);
    return { spans: piled, layout: placed, boxes: visible.mark === 'bar' ? barBoxes({ model: visible, spans: piled, layout: placed }) : [] };
  }, [visible, drawWidth, drawHeight, font, fontSize]);

  const { setDataMask, onContextMenu } = hooks;
  const select = useCallback(
    (hit: Hit) => {
      const mask = crossFilterMask(visible, hit);
      if (mask) setDataMask?.(mask);
    },
    [visible, setDataMask],
  );
  const openMenu = useCallback(
    (at: { x: number; y: number }, hit: Hit) => {
      const filters = Object.entries(visible.series[hit.series]?.filter ?? {}).map(([col, val]) => ({ col, op: '==', val, formattedVal: String(val) }));
      onContextMenu?.({ ...at, filters });
    },
    [visible, onContextMenu],
  );
  const toggle = (id: string): void =>
    setHidden((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next.size === model.series.length ? new Set() : next;
    });
  const isolate = (id: string): void => setHidden((before) => (before.size === model.series.length - 1 && !before.has(id) ? new Set() : new Set(model.series.map((series) => series.id).filter((other) => other !== id))));

  return (
    <div className={`o-chart o-chart-legend-at-${beside ? model.legendSide : model.legendSide === 'bottom' ? 'bottom' : 'top'}`} style={{ width, height }}>
      {hasLegend ? <Legend items={model.series} hidden={hidden} side={beside ? model.legendSide : model.legendSide === 'bottom' ? 'bottom' : 'top'} label={model.yTitle || model.xName} onToggle={toggle} onIsolate={isolate} /> : null}
      <div className="o-chart-drawing" style={{ width: drawWidth, height: drawHeight }}>
        <svg width={drawWidth} height={drawHeight} className="o-chart-svg" aria-hidden="true">
          <Axes layout={layout} model={visible} width={drawWidth} height={drawHeight} />
          {visible.mark === 'bar' ? <BarMarks model={visible} boxes={boxes} /> : <LineMarks model={visible} spans={spans} layout={layout} />}
          {visible.showValues === 'none' ? null : <ValueLabels model={visible} spans={spans} layout={layout} boxes={boxes} />}
        </svg>
        <InteractionLayer model={visible} spans={spans} layout={layout} boxes={boxes} width={drawWidth} height={drawHeight} onSelect={setDataMask ? select : undefined} onMenu={onContextMenu ? openMenu : undefined} />
      </div>
    </div>
  );
});
