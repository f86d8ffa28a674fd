import { defineServerPlugin, Pages } from '@orrery/sdk/server';
import { embeddedPage } from './embedded-page.ts';

export default defineServerPlugin({
  activate(ctx) {
    const page = embeddedPage(ctx.metadata, ctx.config);
    ctx.contribute(Pages, 'embedding.page', page);
    ctx.contribute(Pages, 'embedding.dashboard', page);
  },
});
