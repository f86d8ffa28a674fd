import { VizTypes } from '@orrery/sdk/viz';
import { definePlugin } from '@orrery/sdk/web';
// The plugin is loaded only to draw this: one file is sooner there than three.
import { bigNumberTotal } from './big-number-total.ts';
import './styles.css';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(VizTypes, 'big_number_total', { t: (key, args) => ctx.i18n.t(key, args), load: async () => bigNumberTotal });
  },
});
