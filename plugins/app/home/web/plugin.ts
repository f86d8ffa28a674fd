import './styles.css';
import { definePlugin, Routes } from '@orrery/sdk/web';

export default definePlugin({
  activate(ctx) {
    const load = () => import('./home-page.tsx').then((module) => module.HomePage);
    ctx.contribute(Routes, 'home.welcome', { load });
    ctx.contribute(Routes, 'home.root', { load });
  },
});
