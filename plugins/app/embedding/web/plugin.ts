import './styles.css';
import { definePlugin, Routes } from '@orrery/sdk/web';
// The page is why the plugin is loaded: one file is sooner there than two.
import { EmbeddedPage } from './page/embedded-page.tsx';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(Routes, 'embedding.page', { load: async () => EmbeddedPage });
  },
});
