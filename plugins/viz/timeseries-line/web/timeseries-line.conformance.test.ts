// @vitest-environment jsdom
import { GenericType } from '@orrery/sdk';
import { conformVizType } from '@orrery/testing';
import messages from '../locales/en.json' with { type: 'json' };
import manifest from '../plugin.json' with { type: 'json' };
import { timeseriesLine } from './timeseries-line.ts';

conformVizType(timeseriesLine, manifest, {
  messages,
  formData: { datasource: '1__table', viz_type: 'echarts_timeseries_line', x_axis: 'day', time_grain_sqla: 'P1D', metrics: ['a', 'b'], area: true, markerEnabled: true, zoomable: true },
  columns: [{ name: 'day', type: GenericType.Temporal }, { name: 'a', type: GenericType.Numeric }, { name: 'b', type: GenericType.Numeric }],
});
