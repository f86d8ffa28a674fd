import { VizTypes } from '@orrery/sdk/viz';
import { definePlugin } from '@orrery/sdk/web';
// The plugin is loaded only to draw this: one file is sooner there than three.
import { timeseriesBar } from './timeseries-bar.ts';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(VizTypes, 'echarts_timeseries_bar', { t: (key, args) => ctx.i18n.t(key, args), load: async () => timeseriesBar });
  },
});
