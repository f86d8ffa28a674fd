import { memo, useCallback, useId, useMemo } from 'react';
import type { ChartComponentProps } from '@orrery/sdk/viz';
import { useT } from '@orrery/sdk/web';
import { Axes } from '../axis/axes.tsx';
import { Legend } from '../legend/legend.tsx';
import { useChartFont } from '../text/use-chart-font.ts';
import { arrangeCartesian } from './arrange-cartesian.ts';
import { BarMarks, LineMarks } from './cartesian-marks.tsx';
import { crossFilterMask } from './cross-filter.ts';
import type { Hit } from './cross-filter.ts';
import { EndLabels } from './end-labels.tsx';
import { InteractionLayer } from './interaction-layer.tsx';
import type { CartesianProps } from './transform-timeseries.ts';
import { useLegend } from './use-legend.ts';
import { useZoom } from './use-zoom.ts';
import { ValueLabels } from './value-labels.tsx';

/** Line, area, bar and scatter charts over time, numbers or categories. A zoomable one needs the text `zoom.reset`. @public */
export const CartesianChart = memo(function CartesianChart({ model, width, height, hooks }: ChartComponentProps<CartesianProps>) {
  const t = useT();
  const { font, fontSize } = useChartFont();
  const clip = useId();
  const { zoomed, zoomTo, reset } = useZoom(model);
  const { visible, hidden, toggle, isolate } = useLegend(zoomed);
  const names = useMemo(() => model.series.map(({ label }) => label), [model]);
  const arranged = useMemo(() => arrangeCartesian(visible, { width, height, font, fontSize }, names), [visible, width, height, font, fontSize, names]);
  const { legend, spans, layout, boxes, ends } = arranged;
  const { plot } = layout;

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

  return (
    <div className={`o-chart o-chart-legend-at-${legend}`} style={{ width, height }}>
      {legend === 'none' ? null : <Legend items={model.series} hidden={hidden} side={legend} room={arranged.legendRoom} label={model.yTitle || model.xName} onToggle={toggle} onIsolate={isolate} />}
      <div className="o-chart-drawing" style={{ width: arranged.width, height: arranged.height }}>
        <svg width={arranged.width} height={arranged.height} className="o-chart-svg" aria-hidden="true">
          {/* Bounds set by hand or by zooming may cut marks off. */}
          <clipPath id={clip}>
            <rect x={plot.left - 5} y={plot.top - 5} width={plot.width + 10} height={plot.height + 10} />
          </clipPath>
          <Axes layout={layout} model={visible} width={arranged.width} height={arranged.height} font={font} />
          <g clipPath={`url(#${clip})`}>{visible.mark === 'bar' ? <BarMarks model={visible} boxes={boxes} /> : <LineMarks model={visible} spans={spans} layout={layout} />}</g>
          {visible.showValues === 'none' ? null : <ValueLabels model={visible} spans={spans} layout={layout} boxes={boxes} font={font} />}
        </svg>
        <InteractionLayer
          model={visible}
          spans={spans}
          layout={layout}
          boxes={boxes}
          width={arranged.width}
          height={arranged.height}
          onSelect={setDataMask ? select : undefined}
          onMenu={onContextMenu ? openMenu : undefined}
          onZoom={model.isZoomable && !model.isHorizontal ? zoomTo : undefined}
        />
        {ends.length > 0 ? <EndLabels model={visible} labels={ends} onToggle={toggle} /> : null}
        {zoomed === model ? null : <button type="button" className="o-chart-reset" onClick={reset}>{t('zoom.reset')}</button>}
      </div>
    </div>
  );
});
