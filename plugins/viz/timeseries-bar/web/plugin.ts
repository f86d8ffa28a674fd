import { VizTypes } from '@orrery/sdk/viz';
import { definePlugin } from '@orrery/sdk/web';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(VizTypes, 'echarts_timeseries_bar', { t: (key, args) => ctx.i18n.t(key, args), load: () => import('./timeseries-bar.ts').then((module) => module.timeseriesBar) });
  },
});
