import { VizTypes } from '@orrery/sdk/viz';
import { definePlugin } from '@orrery/sdk/web';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(VizTypes, 'echarts_timeseries_line', { t: (key, args) => ctx.i18n.t(key, args), load: () => import('./timeseries-line.ts').then((module) => module.timeseriesLine) });
  },
});
