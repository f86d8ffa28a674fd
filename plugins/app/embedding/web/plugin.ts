import './styles.css';
import { definePlugin, Routes } from '@orrery/sdk/web';
// The page is why the plugin is loaded: one file is sooner there than two.
import { EmbeddedPage } from './page/embedded-page.tsx';

export default definePlugin({
  activate(ctx) {
    const page = { load: async () => EmbeddedPage };
    ctx.contribute(Routes, 'embedding.page', page);
    ctx.contribute(Routes, 'embedding.dashboard', page);
  },
});
