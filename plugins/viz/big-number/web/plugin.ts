import { VizTypes } from '@orrery/sdk/viz';
import { definePlugin } from '@orrery/sdk/web';
import './styles.css';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(VizTypes, 'big_number', { t: ctx.i18n.t, load: () => import('./big-number.ts').then((module) => module.bigNumber) });
  },
});
