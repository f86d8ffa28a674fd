import { VizTypes } from '@orrery/sdk/viz';
import { definePlugin } from '@orrery/sdk/web';
import './styles.css';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(VizTypes, 'table', { t: (key, args) => ctx.i18n.t(key, args), load: () => import('./table.ts').then((module) => module.table) });
  },
});
