import { VizTypes } from '@orrery/sdk/viz';
import { definePlugin } from '@orrery/sdk/web';
import './styles.css';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(VizTypes, 'table', { t: ctx.i18n.t, load: () => import('./table.ts').then((module) => module.table) });
  },
});
