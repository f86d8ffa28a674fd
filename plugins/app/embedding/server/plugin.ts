import { defineServerPlugin, Pages } from '@orrery/sdk/server';
import { embeddedPage } from './embedded-page.ts';

export default defineServerPlugin({
  activate(ctx) {
    ctx.contribute(Pages, 'embedding.page', embeddedPage(ctx.metadata, ctx.config));
  },
});
