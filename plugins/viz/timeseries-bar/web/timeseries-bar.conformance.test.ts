// @vitest-environment jsdom
import { GenericType } from '@orrery/sdk';
import { conformVizType } from '@orrery/testing';
import messages from '../locales/en.json' with { type: 'json' };
import manifest from '../plugin.json' with { type: 'json' };
import { timeseriesBar } from './timeseries-bar.ts';

conformVizType(timeseriesBar, manifest, {
  messages,
  formData: { datasource: '1__table', viz_type: 'echarts_timeseries_bar', x_axis: 'country', metrics: ['a', 'b'], show_value: true, stack: 'Stack' },
  columns: [{ name: 'country', type: GenericType.String }, { name: 'a', type: GenericType.Numeric }, { name: 'b', type: GenericType.Numeric }],
});
