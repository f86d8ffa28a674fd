import { VizTypes } from '@orrery/sdk/viz';
import { definePlugin } from '@orrery/sdk/web';
import './styles.css';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(VizTypes, 'table', { load: () => import('./table.ts').then((module) => module.table) });
  },
});
