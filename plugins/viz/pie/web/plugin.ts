import { VizTypes } from '@orrery/sdk/viz';
import { definePlugin } from '@orrery/sdk/web';
import './styles.css';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(VizTypes, 'pie', { t: (key, args) => ctx.i18n.t(key, args), load: () => import('./pie.ts').then((module) => module.pie) });
  },
});
