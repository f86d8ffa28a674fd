import { VizTypes } from '@orrery/sdk/viz';
import { definePlugin } from '@orrery/sdk/web';
import './styles.css';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(VizTypes, 'big_number_total', { t: (key, args) => ctx.i18n.t(key, args), load: () => import('./big-number-total.ts').then((module) => module.bigNumberTotal) });
  },
});
